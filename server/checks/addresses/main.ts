// Proves that no address that a user gives reaches anything that is not public, and that good addresses work.
// The fetcher gets every known trick, on an imitated internet on loopback.
// Run: pnpm probe:addresses. Takes about 10 seconds.
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { print, runCheck } from '../../harness/report/index.ts'
import { listCases } from './list-cases.ts'
import { openEnvironment } from './open-environment.ts'
import { runCase } from './run-case.ts'

await runCheck({ name: 'pnpm probe:addresses', options: {} }, async () => {
  const environment = await openEnvironment()
  closeOnExit(() => environment.close())
  const startedAt = performance.now()
  const results = { passed: 0, failed: 0 }
  for (const [group, cases] of Object.entries(listCases(environment.canaryPort))) {
    environment.add(cases)
    const before = results.failed
    for (const one of cases) {
      const complaint = await runCase(environment, one)
      results[complaint === undefined ? 'passed' : 'failed']++
      if (complaint !== undefined) print(`FAIL ${one.name}: ${complaint}`)
    }
    print(`${group}: ${cases.length} cases, ${results.failed - before} failed`)
  }
  print(`connections to the canary: ${environment.seen.canary}`)
  print(`connections left open: ${await environment.countOpen()}`)
  print(`seconds: ${((performance.now() - startedAt) / 1_000).toFixed(1)}`)
  return results
})
