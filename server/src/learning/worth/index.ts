export { gainedBy, joinLiftTests, judgeLiftTest } from './judge-lift-test.ts'
export { presentJoinedTests, presentLiftTest } from './present-lift-test.ts'
export { presentProfit } from './present-profit.ts'
export type { ProfitSums, StoredLiftTest } from './stored-sums.ts'
