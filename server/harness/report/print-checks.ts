import { print } from './print.ts'

export type Results = {
  passed: number
  failed: number
  /** The figures of the run. They are printed on stdout as one line of JSON, and the counts on stderr. */
  json?: unknown
}

/** One promise. It holds when there are no failures. */
export type Check = { sentence: string; failures: string[] }

const FAILURES_SHOWN = 20

/** One line for each check, with its first failures, and how many passed. */
export function printChecks(checks: Check[]): Results {
  for (const { sentence, failures } of checks) {
    print(failures.length === 0 ? `ok   ${sentence}` : `FAIL ${sentence}: ${failures.length} failures`)
    for (const failure of failures.slice(0, FAILURES_SHOWN)) print(`       ${failure}`)
    if (failures.length > FAILURES_SHOWN) print(`       and ${failures.length - FAILURES_SHOWN} more`)
  }
  const failed = checks.filter(({ failures }) => failures.length > 0).length
  return { passed: checks.length - failed, failed }
}
