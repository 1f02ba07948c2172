// Proves that no user sees or changes what belongs to another: every id that the interface takes is tried in
// every wrong way, by every identity that must be refused. Then the victims' rows and files must be
// unchanged.
// Run: pnpm probe:isolation [--probes 100000] [--seed 1]. Takes about 6 minutes; 10,000 probes take 1.
import { describeApi } from '@atelier/contract/describe-api'
import { number } from '../../harness/arguments/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { checkItself } from './check-itself.ts'
import { listProbes } from './list-probes.ts'
import { openCanaries } from './open-canaries.ts'
import { type Environment, openEnvironment } from './open-environment.ts'
import { readOperations } from './read-operations.ts'
import { findTraces, idsIn, readObjects, readRows } from './read-rows.ts'
import { withTools } from './read-tools.ts'
import { runProbes, type Tally } from './run-probes.ts'

const command = {
  name: 'pnpm probe:isolation',
  options: {
    probes: number(100_000, 'requests to send'),
    seed: number(1, 'the same requests again'),
  },
}

await runCheck(command, async ({ probes: count, seed }) => {
  const environment = await openEnvironment()
  const { baseUrl } = environment.system
  const operations = withTools(readOperations(describeApi({ isComplete: true })))
  const findCanaries = await openCanaries(environment)
  const ids = idsIn(environment, await readRows(environment))
  const overlooked = await checkItself(environment, operations, findCanaries, ids)
  const before = await readState(environment)
  const idInputs = operations.flatMap((one) => one.idInputs).length
  print(`${operations.length} operations, ${idInputs} fields that take ids, ${ids.size} ids of victims`)
  const probes = listProbes(environment, operations, seededRandom(seed))
  const tally = await runProbes(baseUrl, probes, count, findCanaries)
  printTally(tally)
  const after = await readState(environment)
  const changed = [...before.rows].filter(([name, rows]) => String(after.rows.get(name)) !== String(rows))
  const isStored = before.objects.length > 0 && String(before.objects) === String(after.objects)
  const leaks = tally.complaints.filter((text) => text.includes(': shows '))
  const rows = [...before.rows.values()].flat().length
  return printChecks([
    { sentence: 'the check finds what it is shown', failures: overlooked },
    { sentence: 'no answer shows anything of a victim', failures: leaks },
    {
      sentence: 'every answer has the status that is specified for its field',
      failures: tally.complaints.filter((text) => !leaks.includes(text)),
    },
    { sentence: `${rows} rows of the victims are unchanged`, failures: changed.map(([name]) => name) },
    {
      sentence: `${before.objects.length} stored objects of the victims are unchanged`,
      failures: isStored ? [] : ['they changed, or there were none'],
    },
    {
      sentence: 'no row of another user refers to the victims',
      failures: await findTraces(environment, ids),
    },
  ])
})

async function readState(environment: Environment) {
  const rows = await readRows(environment)
  return { rows, objects: await readObjects(environment, rows) }
}

function printTally({ done, seconds, byTrick }: Tally): void {
  for (const [trick, statuses] of byTrick) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    print(`  ${trick.padEnd(20)} ${counts.join(', ')}`)
  }
  print(`${done} probes in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} a second`)
}
