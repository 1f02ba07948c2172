// Measures how long a failure is felt: under a steady load, the engine is killed, wiped and away, a worker
// and an api are killed or asked to end, and workers are replaced by those of another release, whose workflow
// has other steps. For each: the worst delay of a job, lost jobs, and failed requests.
// Run: pnpm probe:drills [--rate 5] [--releases]. Takes about 6 minutes.
import { setTimeout as sleep } from 'node:timers/promises'
import { flag, number } from '../../harness/arguments/index.ts'
import { fastPostgres, fastSettings, openSystem, queryDatabase } from '../../harness/driver/index.ts'
import { releaseWorkers } from '../../harness/mutation/index.ts'
import type { ManagedProcess, System } from '../../harness/processes/index.ts'
import {
  type Check,
  median,
  print,
  printChecks,
  printProgress,
  runCheck,
} from '../../harness/report/index.ts'
import { type SentJob, sendLoad } from './send-load.ts'

const RENDER_MS = 1_000
/** Longer than a release of three workers. */
const SLOW_MS = 20_000
const USERS = 40
/** Before the fault, so that jobs in every state meet it; and after it, until it is certainly over. */
const BEFORE_MS = 4_000
const AFTER_MS = 22_000
const QUIET = 'nothing'

type Drill = {
  name: string
  delaySecondsMax: number
  hasSlow?: boolean
  run: (system: System) => Promise<void>
}

const processOf = (system: System, name: string) => system.processes[name] as ManagedProcess

async function restart(one: ManagedProcess, awayMs = 0, before?: () => Promise<void>): Promise<void> {
  await one.kill9()
  await before?.()
  await sleep(awayMs)
  await one.start()
}

const drills: Drill[] = [
  { name: QUIET, delaySecondsMax: 3, run: async () => undefined },
  { name: 'engine killed', delaySecondsMax: 6, run: ({ engine }) => restart(engine) },
  {
    name: 'engine wiped',
    delaySecondsMax: 6,
    run: ({ engine }) => restart(engine, 0, () => engine.wipe()),
  },
  { name: 'engine away for 5 s', delaySecondsMax: 10, run: ({ engine }) => restart(engine, 5_000) },
  {
    name: 'worker killed',
    delaySecondsMax: 5,
    // It stays away for the whole drill: the others do its work.
    run: (system) => processOf(system, 'worker-2').kill9(),
  },
  {
    name: 'worker ended by SIGTERM',
    delaySecondsMax: 5,
    run: async (system) => {
      await processOf(system, 'worker-2').start()
      await processOf(system, 'worker-3').stop()
      await processOf(system, 'worker-3').start()
    },
  },
  { name: 'api killed', delaySecondsMax: 5, run: (system) => processOf(system, 'api-2').kill9() },
  {
    name: 'api ended by SIGTERM',
    delaySecondsMax: 5,
    run: async (system) => {
      await processOf(system, 'api-2').start()
      await sleep(1_000)
      await processOf(system, 'api').stop()
      await processOf(system, 'api').start()
    },
  },
  {
    name: 'release with a changed step',
    delaySecondsMax: 5,
    hasSlow: true,
    run: (system) => releaseWorkers(system, 'next'),
  },
  {
    name: 'that release undone',
    delaySecondsMax: 5,
    hasSlow: true,
    run: (system) => releaseWorkers(system, 'before'),
  },
]

const command = {
  name: 'pnpm probe:drills',
  options: {
    rate: number(5, 'jobs a second', { least: 1, most: 50 }),
    releases: flag('only the drills of releases'),
  },
}

await runCheck(command, async ({ rate, releases }) => {
  const chosen = drills.filter(({ name, hasSlow }) => !releases || hasSlow || name === QUIET)
  const durations = { SIMULATOR_RENDER_MS: String(RENDER_MS), SIMULATOR_SLOW_MS: String(SLOW_MS) }
  const { system, users, databaseUrl } = await openSystem('drills', {
    users: USERS,
    counts: { apis: 2, workers: 3 },
    isBalanced: true,
    env: { ...fastSettings, ...durations, SHUTDOWN_WAIT_SECONDS: '2' },
    postgres: fastPostgres,
  })
  const apiKeys = users.map(({ apiKey }) => apiKey)
  const load = sendLoad(system.baseUrl, apiKeys, rate)
  for (const drill of chosen) {
    load.setDrill(drill)
    printProgress(`${drill.name} ...`)
    await sleep(BEFORE_MS)
    await drill.run(system)
    await sleep(AFTER_MS)
  }
  const jobs = await load.stop()
  await sleep(AFTER_MS)
  const finished = await readFinished(databaseUrl)
  const slowerMs = ({ isSlow }: SentJob) => (isSlow ? SLOW_MS - RENDER_MS : 0)
  const msOf = (job: SentJob) => (finished.get(job.id ?? '') ?? Number.NaN) - job.sentAt - slowerMs(job)
  const secondsOf = (job: SentJob) => msOf(job) / 1_000
  const usual = median(jobs.filter(({ drill }) => drill === QUIET).map(secondsOf))
  print(
    `${jobs.length} jobs, ${rate} a second; one takes ${usual.toFixed(1)} s, ${RENDER_MS} ms of it to render`,
  )
  return printChecks(chosen.map((drill) => judge(drill, jobs, (job) => secondsOf(job) - usual)))
})

/** When each completed job was finished, by the clock of the database. */
async function readFinished(databaseUrl: string): Promise<Map<string, number>> {
  const text = `select id, finished_at from media where status = 'completed'`
  const rows = await queryDatabase(databaseUrl, (query) => query<{ id: string; finished_at: Date }>(text))
  return new Map(rows.map(({ id, finished_at }) => [id, finished_at.getTime()]))
}

function judge({ name, delaySecondsMax }: Drill, all: SentJob[], delayOf: (job: SentJob) => number): Check {
  const jobs = all.filter(({ drill }) => drill === name)
  const delays = jobs.map(delayOf)
  const lost = delays.filter(Number.isNaN).length
  const worst = Math.max(...delays.filter((delay) => !Number.isNaN(delay)))
  const failed = jobs.flatMap(({ failures }) => failures)
  const cut = jobs.reduce((sum, { cuts }) => sum + cuts, 0)
  const failures: string[] = []
  if (worst > delaySecondsMax) failures.push(`at most ${delaySecondsMax} s`)
  if (lost > 0) failures.push(`${lost} jobs are not completed`)
  if (failed.length > 0) failures.push(`${failed.length} requests failed: ${[...new Set(failed)].join(', ')}`)
  if (cut > 0 && name !== 'api killed') failures.push(`${cut} requests were cut off`)
  const sentence =
    `${name}: ${jobs.length} jobs, ${lost} lost, the worst ${worst.toFixed(1)} s late; ` +
    `${failed.length} requests failed, ${cut} cut off`
  return { sentence, failures }
}
