import { type Command, type Options, readArgumentsOrExit, type Values } from '../arguments/index.ts'
import { closeAll, onFirstSignal } from '../cleanup/index.ts'
import { print, printProgress } from './print.ts'
import type { Results } from './print-checks.ts'

const INTERRUPTED_EXIT_CODE = 130

/**
 * The main function of every check: reads the arguments, runs it, prints `N passed, N failed` and exits with
 * 0 when something was checked and nothing failed. It closes what is still open at the end or when a signal
 * arrives.
 */
export async function runCheck<Given extends Options>(
  command: Command<Given>,
  check: (values: Values<Given>, positionals: string[]) => Promise<Results> | Results,
): Promise<never> {
  const { values, positionals } = readArgumentsOrExit(command)
  const interrupted = exitOnSignal()
  let results: Results = { passed: 0, failed: 1 }
  try {
    results = await check(values, positionals)
  } catch (error) {
    // After a signal the system is closed and pending calls fail. Those errors are not reported.
    if (interrupted.aborted) await new Promise(() => undefined)
    printProgress(`${command.name}: ${(error as Error).stack ?? error}`)
  }
  await closeAll()
  const { passed, failed, json } = results
  if (json !== undefined) print(JSON.stringify(json))
  const printCounts = json === undefined ? print : printProgress
  printCounts(`${passed} passed, ${failed} failed`)
  process.exit(passed > 0 && failed === 0 ? 0 : 1)
}

function exitOnSignal(): AbortSignal {
  const interrupt = new AbortController()
  onFirstSignal(async (name) => {
    interrupt.abort()
    printProgress(`interrupted by ${name}: closing`)
    await closeAll()
    process.exit(INTERRUPTED_EXIT_CODE)
  }, INTERRUPTED_EXIT_CODE)
  return interrupt.signal
}
