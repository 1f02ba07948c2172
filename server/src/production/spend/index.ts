export { describeFinding, type Finding, type Kind } from './finding.ts'
export { reconcile } from './reconcile.ts'
export type { ProviderSummary } from './summarize.ts'
export { writeAsJson, writeAsText } from './write-report.ts'
