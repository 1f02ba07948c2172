// Addresses that users may give: does any of them reach what is not public, and is a good one refused?
import { listCases } from './list-cases.ts'
import { openEnvironment } from './open-environment.ts'
import { runCase } from './run-case.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const environment = await openEnvironment()
const startedAt = performance.now()
let passed = 0
let failed = 0
for (const [group, cases] of Object.entries(listCases(environment.canaryPort))) {
  environment.add(cases)
  const before = failed
  for (const one of cases) {
    const complaint = await runCase(environment, one)
    if (complaint === undefined) passed++
    else failed++
    if (complaint !== undefined) say(`FAILED ${one.name}: ${complaint}`)
  }
  say(`${group}: ${cases.length} cases, ${failed - before} failed`)
}
say(`connections to the canary: ${environment.seen.canary}`)
say(`connections left open: ${await environment.countOpen()}`)
say(`seconds: ${((performance.now() - startedAt) / 1_000).toFixed(1)}`)
await environment.close()
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
