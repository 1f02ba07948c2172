export { deriveOutlook, type Outlook, type TestedCell } from './derive-outlook.ts'
export type { StoredRunningAd } from './foresee-running.ts'
