import { mutatedEnv } from '../../harness/mutation/index.ts'
import type { Bug } from './bug.ts'
import type { InjectedBug } from './run-chaos.ts'

/** The settings with which every process loads the mutated sources, and the statements to run. */
export const injectBug = async (bug: Bug): Promise<InjectedBug> => ({
  sql: bug.sql ?? [],
  lateSql: bug.lateSql ?? [],
  env: await mutatedEnv(bug.mutations ?? []),
})
