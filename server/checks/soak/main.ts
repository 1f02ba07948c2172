// Runs a service for an hour at half of what it can do, and looks at what must not grow: memory and handles
// of each process, connections, and what a job leaves in database, storage, engine and logs. Fails when
// something certainly grows by more than 2% an hour after the warm-up, when a request or a job fails, and
// when the ledger does not add up. A shorter run sees only faster leaks, and says how far it can be trusted.
// Run: pnpm soak [--minutes 60] [--jobs-per-second 8]. The jobs per second are measured first if not given.
import { setTimeout as sleep } from 'node:timers/promises'
import { number } from '../../harness/arguments/index.ts'
import { checkLedger, ledgerCounts, readDatabaseRows } from '../../harness/audit/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { startCollector } from '../../harness/collector/index.ts'
import { fastSettings, type OpenSystem, openSystem } from '../../harness/driver/index.ts'
import {
  type Check,
  createFindings,
  print,
  printChecks,
  printProgress,
  runCheck,
  textTable,
} from '../../harness/report/index.ts'
import { LEAST_SAMPLES, measureSlope, type Sample, type Slope } from './measure-slope.ts'
import { readStored, readUsage, type Usage } from './read-usage.ts'
import { measureCapacity, sendSteadily } from './send-steadily.ts'

const USERS = 40
const AGENTS = 40
const CAPACITY_SECONDS = 30
/** Of the time: until caches are full and code is compiled. */
const WARM_UP_SHARE = 1 / 6
const SAMPLES = 120
const MOST_PER_HOUR = 0.02
/** One handle or connection more or less is no leak, whatever share of few it is. */
const FEW = /^(handles|connections|folder)/
const FEW_MOST = 2

const command = {
  name: 'pnpm soak',
  options: {
    minutes: number(60, 'how long the service runs, with the warm-up', { least: 2, most: 10_080 }),
    'jobs-per-second': number(undefined, 'half of the capacity, where it is known', { hasDecimals: true }),
  },
}

await runCheck(command, async ({ minutes, 'jobs-per-second': given }) => {
  const collector = await startCollector()
  closeOnExit(() => collector.stop())
  const opened = await openSystem('soak', {
    users: USERS,
    env: { ...fastSettings, LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    isMeasured: true,
  })
  const plan = { baseUrl: opened.system.baseUrl, users: opened.users }
  const rate = given ?? (await measureHalf(plan))
  print(`${rate.toFixed(1)} jobs a second for ${minutes} minutes`)
  const load = sendSteadily(plan, rate)
  const { series, jobs } = await sample(opened, load.ended, minutes * 60)
  await load.stop()
  const slopes = new Map([...series].map(([name, samples]) => [name, measureSlope(samples)]))
  printSlopes(slopes)
  const findings = createFindings(ledgerCounts)
  checkLedger(await readDatabaseRows(opened.databaseUrl), findings)
  return printChecks([
    ...judge(slopes),
    { sentence: `${jobs} jobs after the warm-up: every one is completed`, failures: load.failures },
    { sentence: 'every ledger adds up', failures: findings.sentences(5) },
  ])
})

async function measureHalf(plan: Parameters<typeof measureCapacity>[0]): Promise<number> {
  printProgress(`the capacity, for ${CAPACITY_SECONDS} s ...`)
  await measureCapacity(plan, AGENTS, CAPACITY_SECONDS / 3)
  const capacity = await measureCapacity(plan, AGENTS, CAPACITY_SECONDS)
  print(`${AGENTS} agents get ${capacity.toFixed(1)} jobs a second`)
  return capacity / 2
}

async function sample(opened: OpenSystem, ended: () => number, seconds: number) {
  const everyMs = Math.max(1_000, (seconds * 1_000) / SAMPLES)
  const startedAt = performance.now()
  const secondsNow = () => (performance.now() - startedAt) / 1_000
  await sleep(seconds * WARM_UP_SHARE * 1_000)
  const series = new Map<string, Sample[]>()
  const add = (atSeconds: number, usage: Usage) => {
    for (const [name, value] of Object.entries(usage))
      series.set(name, [...(series.get(name) ?? []), { atSeconds, value }])
  }
  const first = ended()
  let before = { jobs: first, stored: await readStored(opened) }
  for (let taken = 1; secondsNow() < seconds; taken++) {
    await sleep(everyMs)
    const now = { jobs: ended(), stored: await readStored(opened) }
    const jobs = Math.max(1, now.jobs - before.jobs)
    const perJob = Object.entries(now.stored).map(([name, bytes]) => [
      name,
      (bytes - (before.stored[name] ?? 0)) / jobs / 1_000,
    ])
    add(secondsNow(), { ...(await readUsage(opened)), ...Object.fromEntries(perJob) })
    before = now
    if (taken % 10 === 0) printProgress(`${secondsNow().toFixed(0)} s, ${now.jobs} jobs`)
  }
  const samples = [...series.values()][0]?.length ?? 0
  if (samples < LEAST_SAMPLES) throw new Error(`${samples} samples are too few: give it more minutes`)
  return { series, jobs: ended() - first }
}

function judge(slopes: Map<string, Slope>): Check[] {
  return [...slopes].map(([name, { first, last, perHour, plusMinus }]) => {
    const isFew = FEW.test(name) && last - first <= FEW_MOST
    const grows = perHour - plusMinus > MOST_PER_HOUR && !isFew
    const share = `${(perHour * 100).toFixed(1)}% an hour, ± ${(plusMinus * 100).toFixed(1)}`
    return { sentence: `${name}: ${share}`, failures: grows ? [`more than ${MOST_PER_HOUR * 100}%`] : [] }
  })
}

function printSlopes(slopes: Map<string, Slope>): void {
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  print(
    textTable([
      ['after the warm-up', 'first', 'last', 'an hour', '±'],
      ...[...slopes].map(([name, { first, last, perHour, plusMinus }]) => [
        name,
        first.toFixed(1),
        last.toFixed(1),
        percent(perHour),
        percent(plusMinus),
      ]),
    ]),
  )
}
