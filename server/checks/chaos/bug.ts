import type { Mutation } from '../../harness/mutation/index.ts'
import type { CountName } from './count-names.ts'
import type { PlanChange } from './plan-run.ts'

/** A possible bug, and the count that must detect it. */
export type Bug = {
  name: string
  description: string
  caughtBy: CountName
  jobs: number
  mutations?: Mutation[]
  /** Run on the migrated database, one by one. */
  sql?: string[]
  /** Run as a superuser when everything is final, before the audit. */
  lateSql?: string[]
  /** The load and the kills that show the bug. */
  change: PlanChange
}
