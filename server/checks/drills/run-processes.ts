import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { fastPostgres, fastSettings, openSystem, queryDatabase } from '../../harness/driver/index.ts'
import { releaseWorkers } from '../../harness/mutation/index.ts'
import { cloneAt, type ManagedProcess, type System } from '../../harness/processes/index.ts'
import { type Check, median, print, printProgress } from '../../harness/report/index.ts'
import type { Outage } from './outage.ts'
import { replaceCode } from './replace-code.ts'
import { type SentJob, sendLoad } from './send-load.ts'
import { sendReads } from './send-reads.ts'

const RENDER_MS = 1_000
/** Longer than a release of three workers. */
const SLOW_MS = 20_000
const USERS = 40
/** Before the fault, so that jobs in every state meet it; and after it, until it is certainly over. */
const BEFORE_MS = 4_000
const AFTER_MS = 22_000
const QUIET = 'nothing'
const ENGINE = 'docs/operations.md#engine'
const WORKER = 'docs/operations.md#worker'
const API = 'docs/operations.md#api'
const RELEASE = 'docs/operations.md#release'

export type Drill = {
  name: string
  /** What an operator reads when it happens. */
  page: string
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
  { name: QUIET, page: '', delaySecondsMax: 3, run: async () => undefined },
  { name: 'engine killed', page: ENGINE, delaySecondsMax: 6, run: ({ engine }) => restart(engine) },
  {
    name: 'engine wiped',
    page: ENGINE,
    delaySecondsMax: 6,
    run: ({ engine }) => restart(engine, 0, () => engine.wipe()),
  },
  {
    name: 'engine away for 5 s',
    page: ENGINE,
    delaySecondsMax: 10,
    run: ({ engine }) => restart(engine, 5_000),
  },
  {
    name: 'worker killed',
    page: WORKER,
    delaySecondsMax: 5,
    // It stays away for the whole drill: the others do its work.
    run: (system) => processOf(system, 'worker-2').kill9(),
  },
  {
    name: 'worker ended by SIGTERM',
    page: WORKER,
    delaySecondsMax: 5,
    run: async (system) => {
      await processOf(system, 'worker-2').start()
      await processOf(system, 'worker-3').stop()
      await processOf(system, 'worker-3').start()
    },
  },
  { name: 'api killed', page: API, delaySecondsMax: 5, run: (system) => processOf(system, 'api-2').kill9() },
  {
    name: 'api ended by SIGTERM',
    page: API,
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
    page: RELEASE,
    delaySecondsMax: 5,
    hasSlow: true,
    run: (system) => releaseWorkers(system, 'next'),
  },
  {
    name: 'that release undone',
    page: RELEASE,
    delaySecondsMax: 5,
    hasSlow: true,
    run: (system) => releaseWorkers(system, 'before'),
  },
]

export type ProcessPlan = {
  /** Jobs a second, and reads a second. */
  rate: number
  readRate: number
  isChosen: (drill: Drill) => boolean
  /** The commit with whose code this code is mixed, on the schema of this code. */
  upgradeFrom: string | undefined
}

/** Both directions of a release: one back, which the present schema must allow, and one forward. */
async function planUpgrade(commit: string): Promise<Drill[]> {
  printProgress(`a clone of ${commit} ...`)
  const root = await cloneAt(commit)
  closeOnExit(() => rm(root, { recursive: true, force: true }))
  const shared = { page: RELEASE, delaySecondsMax: 5, hasSlow: true }
  return [
    { ...shared, name: `rolled back to ${commit}`, run: (system) => replaceCode(system, root) },
    { ...shared, name: `upgraded from ${commit}`, run: (system) => replaceCode(system, undefined) },
  ]
}

/** Kills and releases under a steady load: how long each is felt by a job. */
export async function runProcesses({
  rate,
  readRate,
  isChosen,
  upgradeFrom,
}: ProcessPlan): Promise<{ checks: Check[]; outages: Outage[] }> {
  const releases = upgradeFrom === undefined ? [] : await planUpgrade(upgradeFrom)
  const chosen = [...drills.filter((drill) => drill.name === QUIET || isChosen(drill)), ...releases]
  const durations = { SIMULATOR_RENDER_MS: String(RENDER_MS), SIMULATOR_SLOW_MS: String(SLOW_MS) }
  const { system, users, databaseUrl, close } = await openSystem('drills', {
    users: USERS,
    counts: { apis: 2, workers: 3 },
    isBalanced: true,
    env: { ...fastSettings, ...durations, SHUTDOWN_WAIT_SECONDS: '2' },
    postgres: fastPostgres,
  })
  const apiKeys = users.map(({ apiKey }) => apiKey)
  const load = sendLoad(system.baseUrl, apiKeys, rate)
  const reads = sendReads(system.baseUrl, apiKeys, readRate)
  for (const drill of chosen) {
    load.setDrill(drill)
    reads.setDrill(drill.name)
    printProgress(`${drill.name} ...`)
    await sleep(BEFORE_MS)
    await drill.run(system)
    await sleep(AFTER_MS)
  }
  const [jobs, readCounts] = await Promise.all([load.stop(), reads.stop()])
  await sleep(AFTER_MS)
  const finished = await readFinished(databaseUrl)
  await close()
  const slowerMs = ({ isSlow }: SentJob) => (isSlow ? SLOW_MS - RENDER_MS : 0)
  const msOf = (job: SentJob) => (finished.get(job.id ?? '') ?? Number.NaN) - job.sentAt - slowerMs(job)
  const secondsOf = (job: SentJob) => msOf(job) / 1_000
  const usual = median(jobs.filter(({ drill }) => drill === QUIET).map(secondsOf))
  print(
    `${jobs.length} jobs, ${rate} a second; one takes ${usual.toFixed(1)} s, ${RENDER_MS} ms of it to render`,
  )
  const delayOf = (job: SentJob) => secondsOf(job) - usual
  const judged = chosen.map((drill) => judge(drill, jobs, delayOf, readCounts.get(drill.name)))
  return {
    checks: judged.map(({ check }) => check),
    outages: judged.flatMap(({ outage }) => (outage.drill === QUIET ? [] : [outage])),
  }
}

/** When each completed job was finished, by the clock of the database. */
async function readFinished(databaseUrl: string): Promise<Map<string, number>> {
  const text = `select id, finished_at from media where status = 'completed'`
  const rows = await queryDatabase(databaseUrl, (query) => query<{ id: string; finished_at: Date }>(text))
  return new Map(rows.map(({ id, finished_at }) => [id, finished_at.getTime()]))
}

function judge(
  { name, delaySecondsMax, page }: Drill,
  all: SentJob[],
  delayOf: (job: SentJob) => number,
  reads = { sent: 0, failures: [] as string[] },
): { check: Check; outage: Outage } {
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
  // Whose connection a killed api cuts off, that agent asks again.
  if (reads.failures.length > 0 && name !== 'api killed')
    failures.push(`${reads.failures.length} reads failed: ${[...new Set(reads.failures)].join(', ')}`)
  if (cut > 0 && name !== 'api killed') failures.push(`${cut} requests were cut off`)
  const sentence =
    `${name}: ${jobs.length} jobs, ${lost} lost, the worst ${worst.toFixed(1)} s late; ` +
    `${failed.length} requests failed, ${cut} cut off; ${reads.failures.length} of ${reads.sent} reads failed`
  return { check: { sentence, failures }, outage: { drill: name, seconds: worst, page } }
}
