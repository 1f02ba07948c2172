import type { LiftTestSums } from './judge-lift-test.ts'

/** Over the rows that have a margin. */
export type ProfitSums = [spend: number, revenue: number, margin: number]

/** The newest lift test of a series, and what its rows say about the days of the test. */
export type StoredLiftTest = LiftTestSums & {
  since: string
  until: string
  source: string
  spend: number | null
  revenue: number | null
  conversions: number | null
}
