export { type AdFacts, type AdRow, factColumns, factTypes, searchTextOf } from './ad-facts.ts'
export type { ClaimView, StoredDrift, SubjectView } from './claim-view.ts'
export { countTiers } from './count-tiers.ts'
export { eraseMemories } from './erase-memories.ts'
export { explainEmptiness } from './explain-emptiness.ts'
export { type FoundSeries, findSeries } from './find-series.ts'
export type { FunnelStanding, FunnelSums } from './funnel-sums.ts'
export { findClaims, listClaims } from './list-claims.ts'
export { listConclusions, listStaleProducts, type StaleProduct } from './list-conclusions.ts'
export { listDays } from './list-days.ts'
export { listLives, type SeriesLife } from './list-lives.ts'
export { listLosingPrompts } from './list-losing-prompts.ts'
export { listReporters, type ReporterView } from './list-reporters.ts'
export { type BreakdownSums, listSeries, type SeriesView } from './list-series.ts'
export {
  type ComparisonGroup,
  type GroupMember,
  loadComparisonGroups,
  loadProductEvidence,
  type ProductClaim,
  type ProductEvidence,
  type ProductSeries,
  type RowsOfClaim,
} from './load-product-evidence.ts'
export { findMemory, lockMemory, type Memory, readClock, readToday } from './lock-memory.ts'
export { duringImport, inConclusionTurn, inMemoryTurn, MemoryBusy } from './memory-turns.ts'
export { findOutlook, saveOutlook } from './outlooks.ts'
export { refreshClaims } from './refresh-claims.ts'
export { completeWeeks, refreshWeeks } from './refresh-weeks.ts'
export {
  type ClaimDrift,
  type SeriesStanding,
  saveDrifts,
  saveProductConclusions,
  saveStandings,
} from './save-conclusions.ts'
export { importThresholds, saveThresholds } from './save-thresholds.ts'
export { streamRecords } from './stream-records.ts'
export { refreshFatigue, refreshSums, sumSeries } from './sum-series.ts'
