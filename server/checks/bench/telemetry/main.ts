// Measures what telemetry costs: the CPU of a job with the lines of every request, metrics that are scraped
// and traces that a collector takes, against the same service that only tells errors. Both run side by side
// on one machine and work in turns. Fails when a job with telemetry takes more than 1.05 times the CPU.
// Run: pnpm bench:telemetry [--jobs 600] [--pairs 4] [--small]. Takes about 8 minutes; --small 2.
import { setInterval as every } from 'node:timers/promises'
import { Agent } from 'undici'
import { flag, number, type Values } from '../../../harness/arguments/index.ts'
import { closeOnExit } from '../../../harness/cleanup/index.ts'
import { type Collector, startCollector } from '../../../harness/collector/index.ts'
import { openDatabase, openSystem } from '../../../harness/driver/index.ts'
import type { System } from '../../../harness/processes/index.ts'
import {
  type Check,
  median,
  print,
  printChecks,
  printProgress,
  runCheck,
  textTable,
} from '../../../harness/report/index.ts'
import { readCpuMs } from '../../../harness/usage/index.ts'
import { type Round, type RoundPlan, runRound } from '../run-round.ts'
import { dealKeys, startOurs, usersFor } from '../start-ours.ts'
import type { Subject } from '../subject.ts'

const WARM_UP_JOBS = 60
const CONNECTIONS = 64

const command = {
  name: 'pnpm bench:telemetry',
  options: {
    jobs: number(600, 'jobs of one round', { small: 150, least: 10, most: 100_000 }),
    pairs: number(4, 'rounds of each, in turns', { small: 2, least: 1, most: 100 }),
    clients: number(16, 'clients that submit in parallel', { least: 1, most: 1_000 }),
    open: number(100, 'jobs that may be open at once', { least: 1, most: 100_000 }),
    pixels: number(512, 'long side of a generated picture', { least: 64, most: 4_096 }),
    'scrape-seconds': number(15, 'between two scrapes of every process', { least: 1, most: 600 }),
    most: number(1.05, 'how many times the CPU a job may take', { hasDecimals: true, least: 1 }),
    small: flag('fewer and shorter rounds'),
  },
}
type Settings = Values<typeof command.options>
type Name = 'with' | 'without'
type Side = { system: System; subject: Subject }

await runCheck(command, async (settings) => {
  const collector = await startCollector()
  closeOnExit(() => collector.stop())
  const told = await openSide('with', settings, collector)
  const quiet = await openSide('without', settings)
  const scrapes = startScraping(told.system, settings['scrape-seconds'])
  const pairs: Record<Name, Round>[] = []
  for (const side of [told, quiet]) await work(side, settings, WARM_UP_JOBS)
  for (let pair = 0; pair < settings.pairs; pair++) {
    // Each is first as often as second: the machine is not the same from one minute to the next.
    const order = pair % 2 === 0 ? [told, quiet] : [quiet, told]
    const done = new Map<string, Round>()
    for (const side of order) done.set(side.subject.name, await work(side, settings, settings.jobs))
    pairs.push({ with: done.get('with') as Round, without: done.get('without') as Round })
    printProgress(`pair ${pair + 1}: ${ratioOf(pairs.at(-1) as Record<Name, Round>).toFixed(3)}`)
  }
  const taken = scrapes.stop()
  printPairs(pairs)
  print(`${taken} scrapes, ${collector.calls} calls of the collector`)
  return printChecks(judge(pairs, settings, { scrapes: taken, calls: collector.calls }))
})

async function openSide(name: Name, settings: Settings, collector?: Collector): Promise<Side> {
  const submits = (settings.pairs + 1) * Math.max(settings.jobs, WARM_UP_JOBS)
  const { system, users, databaseUrl } = await openSystem(`bench-${name}`, {
    users: usersFor(submits, settings.clients + 1),
    env: {
      SIMULATOR_RENDER_MS: '300',
      SIMULATOR_LONG_SIDE_PIXELS: String(settings.pixels),
      SIMULATOR_CALLBACKS: 'on',
      LOG_LEVEL: collector ? 'info' : 'error',
      ...(collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    },
    isMeasured: collector !== undefined,
  })
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const watcher = await openDatabase(databaseUrl)
  const nextKey = dealKeys(users.map(({ apiKey }) => apiKey))
  const access = { system, nextKey, watcher, dispatcher, poll: true }
  return { system, subject: await startOurs({ ...access, name, model: 'simulator/ok' }) }
}

function work({ system, subject }: Side, { clients, open }: Settings, jobs: number): Promise<Round> {
  const apart = { simulator: () => readCpuMs(system.simulator.pid), load: ownCpuMs }
  const plan: RoundPlan = { jobs, clients, open, apart }
  return runRound(subject, plan)
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** As Prometheus reads every process. */
function startScraping({ metricsPorts }: System, seconds: number): { stop(): number } {
  const halt = new AbortController()
  let taken = 0
  const scrape = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) })
    await answer.text()
    taken++
  }
  void (async () => {
    for await (const _ of every(seconds * 1_000, undefined, { signal: halt.signal }))
      await Promise.all(Object.values(metricsPorts).map(scrape)).catch(() => undefined)
  })().catch(() => undefined)
  return {
    stop() {
      halt.abort()
      return taken
    },
  }
}

const ratioOf = (pair: Record<Name, Round>): number =>
  pair.with.cpuMsPerJobTotal / pair.without.cpuMsPerJobTotal

function printPairs(pairs: Record<Name, Round>[]): void {
  const parts = ['api', 'worker', 'engine', 'postgres', 's3'] as const
  const rows = pairs.flatMap((pair, i) =>
    (['with', 'without'] as const).map((name) => {
      const { cpuMsPerJob, cpuMsPerJobTotal, jobsPerSecond, otherCores } = pair[name]
      const figures = [...parts.map((part) => cpuMsPerJob[part] ?? 0), cpuMsPerJobTotal, jobsPerSecond]
      const shown = figures.map((figure) => figure.toFixed(1))
      const ratio = name === 'without' ? '' : ratioOf(pair).toFixed(3)
      return [`${i + 1} ${name}`, ...shown, otherCores.toFixed(2), ratio]
    }),
  )
  print('CPU ms per job; simulator, load and collector are not in the sum')
  print(textTable([['pair', ...parts, 'sum', 'jobs/s', 'other cores', 'ratio'], ...rows]))
}

function judge(
  pairs: Record<Name, Round>[],
  { most }: Settings,
  told: { scrapes: number; calls: number },
): Check[] {
  const rounds = pairs.flatMap((pair) => Object.values(pair))
  const lost = rounds.filter(({ completed, jobs, refused }) => completed !== jobs || refused > 0)
  const [on, off] = (['with', 'without'] as const).map((name) =>
    median(pairs.map((pair) => pair[name].cpuMsPerJobTotal)),
  ) as [number, number]
  const ratio = median(pairs.map(ratioOf))
  const figures = `${on.toFixed(1)} CPU ms a job with it, ${off.toFixed(1)} without`
  return [
    {
      sentence: `telemetry: ${figures}: ${ratio.toFixed(3)} times`,
      failures: ratio <= most ? [] : [`more than ${most} times`],
    },
    {
      sentence: 'it was read: metrics were scraped and traces received',
      failures: told.scrapes > 0 && told.calls > 0 ? [] : [JSON.stringify(told)],
    },
    {
      sentence: 'every job was completed',
      failures: lost.map(({ subject, completed, jobs }) => `${subject}: ${completed} of ${jobs}`),
    },
  ]
}
