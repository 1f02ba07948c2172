// Does one user ever see or touch what belongs to another? Every id that the interface takes is tried in
// every way that is wrong, as everybody who should be refused.
import { parseArgs } from 'node:util'
import { newChance } from '../images/new-chance.ts'
import { checkItself } from './check-itself.ts'
import { openCanaries } from './find-canaries.ts'
import { listProbes } from './list-probes.ts'
import { type Environment, openEnvironment } from './open-environment.ts'
import { readOperations } from './read-operations.ts'
import { runProbes, type Tally } from './run-probes.ts'
import { findTraces, idsIn, readObjects, readRows } from './snapshot.ts'

const COMPLAINTS_SHOWN = 30

const { values } = parseArgs({
  options: { probes: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const say = (text: string) => process.stdout.write(`${text}\n`)

const environment = await openEnvironment()
try {
  process.exitCode = await probe(environment)
} finally {
  await environment.close()
}

async function probe(environment: Environment): Promise<number> {
  const { baseUrl } = environment.system
  const described = await fetch(`${baseUrl}/openapi.json`)
  const operations = readOperations((await described.json()) as Record<string, unknown>)
  const findCanaries = await openCanaries(environment)
  const ids = idsIn(environment, await readRows(environment))
  const overlooked = await checkItself(environment, operations, findCanaries, ids)
  const before = await look(environment)
  const places = operations.flatMap((one) => one.places).length
  say(`${operations.length} operations, ${places} places that take ids, ${ids.size} ids of victims`)
  const probes = listProbes(environment, operations, newChance(Number(values.seed)))
  const tally = await runProbes(baseUrl, probes, Number(values.probes), findCanaries)
  tell(tally)
  const after = await look(environment)
  const traces = await findTraces(environment, ids)
  const changed = [...before.rows].filter(([name, rows]) => String(after.rows.get(name)) !== String(rows))
  const isStored = before.objects.length > 0 && String(before.objects) === String(after.objects)
  const canaries = tally.complaints.filter((text) => text.includes(': told '))
  const rows = [...before.rows.values()].flat().length
  const checks: [boolean, string][] = [
    [overlooked.length === 0, `the probe sees what it is shown ${overlooked.join('; ')}`],
    [canaries.length === 0, `${canaries.length} answers told something of a victim`],
    [
      tally.complaints.length === canaries.length,
      `every answer had the status that is written down for its place`,
    ],
    [changed.length === 0, `${rows} rows of the victims are as they were ${changed.map(([name]) => name)}`],
    [isStored, `${before.objects.length} objects of the victims are as they were`],
    [
      traces.length === 0,
      `nothing of anybody else names a thing of the victims ${traces.slice(0, 5).join('; ')}`,
    ],
  ]
  for (const [isRight, sentence] of checks) say(`${isRight ? 'ok  ' : 'FAIL'} ${sentence.trim()}`)
  const failed = checks.filter(([isRight]) => !isRight).length
  say(`${checks.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function look(environment: Environment) {
  const rows = await readRows(environment)
  return { rows, objects: await readObjects(environment, rows) }
}

function tell({ done, seconds, byTrick, complaints }: Tally): void {
  for (const [trick, statuses] of byTrick) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    say(`  ${trick.padEnd(20)} ${counts.join(', ')}`)
  }
  for (const complaint of complaints.slice(0, COMPLAINTS_SHOWN)) say(`FAILED ${complaint}`)
  if (complaints.length > COMPLAINTS_SHOWN) say(`FAILED ${complaints.length - COMPLAINTS_SHOWN} more`)
  say(`${done} probes in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} a second`)
}
