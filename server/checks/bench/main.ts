// Measures what a job costs: this system against the bare engine that does the same steps, in one run on one
// machine, in turns. Fails when jobs are lost, and with --check when it does less than a quarter of the bare
// engine's jobs a second.
// Run: pnpm bench [--jobs 1000] [--clients 16] [--render 30] [--apis 2 --workers 3 --pooler]
// [--small --check]. Takes about 10 minutes; --small takes 3.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { Agent } from 'undici'
import { flag, number, text, type Values } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { openDatabase, openSystem } from '../../harness/driver/index.ts'
import type { System } from '../../harness/processes/index.ts'
import { printProgress, type Results, runCheck } from '../../harness/report/index.ts'
import { readCpuMs } from '../../harness/usage/index.ts'
import { startBare } from './bare/start-bare.ts'
import { measureGrowth, readWalBytes } from './measure-growth.ts'
import { measureLatency } from './measure-latency.ts'
import { type Round, type RoundPlan, runRound } from './run-round.ts'
import { dealKeys, startOurs, usersFor } from './start-ours.ts'
import type { Subject } from './subject.ts'
import { withoutPolicies } from './without-policies.ts'
import { writeFigures } from './write-figures.ts'
import { compare, describeMachine, type Report, waitingRatio, writeReport } from './write-report.ts'

const WARM_UP_JOBS = 50
const ROUNDS = 2
const LEAST_RATIO = 0.25
/** A job that waits for its provider costs hardly more than one that does not. */
const MOST_WAITING_RATIO = 1.15
/** One for each open connection of the clients, and some for polls. */
const CONNECTIONS = 64

const command = {
  name: 'pnpm bench',
  options: {
    jobs: number(1_000, 'jobs of one round; two rounds of each, in turns', {
      small: 150,
      least: 10,
      most: 100_000,
    }),
    submits: number(200, 'submits of the idle latency, one at a time', { small: 40, least: 1, most: 10_000 }),
    clients: number(16, 'clients that submit in parallel', { least: 1, most: 1_000 }),
    open: number(100, 'jobs that may be open at once; the clients wait while there are more', {
      least: 1,
      most: 100_000,
    }),
    pixels: number(512, 'long side of a generated picture; below 300 the simulator hardly works for it', {
      least: 64,
      most: 4_096,
    }),
    'render-ms': number(300, 'how long the simulator renders', { most: 600_000 }),
    render: number(undefined, 'seconds: also measures jobs that render for so long', { most: 600 }),
    partitions: number(4, 'of both engines', { least: 1, most: 64 }),
    apis: number(1, 'how many apis; more than one stand behind a balancer', { least: 1, most: 4 }),
    workers: number(1, 'how many workers; more than one stand behind a balancer', { least: 1, most: 4 }),
    pooler: flag('api and worker reach Postgres through PgBouncer'),
    poll: flag('each job is polled, as an agent would'),
    profile: text(undefined, 'a folder where api and worker write CPU profiles'),
    figures: text(undefined, 'a file for `pnpm capacity`: what was measured is written there'),
    small: flag('the size for CI'),
    check: flag("fail when this system does less than a quarter of the bare engine's jobs a second"),
  },
}
type Settings = Values<typeof command.options>

await runCheck(command, async (settings) => {
  const report = await measure(settings)
  printProgress(writeReport(report))
  if (settings.figures) await writeFigures(settings.figures, report)
  return judge(report, settings.check)
})

async function measure(settings: Settings): Promise<Report> {
  const loadBefore = loadavg()[0] ?? 0
  const { system, users, databaseUrl, dir } = await openOurs(settings)
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const watcher = await openDatabase(databaseUrl)
  const bareDir = join(dir, 'bare')
  const bare = await startBare({
    dir: bareDir,
    simulatorUrl: system.simulator.url,
    dispatcher,
    partitions: settings.partitions,
  })
  closeOnExit(() => bare.stop())
  const nextKey = dealKeys(users.map(({ apiKey }) => apiKey))
  const access = { system, nextKey, watcher, dispatcher, poll: settings.poll }
  const ours = await startOurs({ ...access, name: 'ours', model: 'simulator/ok' })
  const waiting =
    settings.render === undefined
      ? undefined
      : await startOurs({ ...access, name: 'waiting', model: 'simulator/slow' })
  const { rounds, withoutPolicyRounds, walBytesPerJob } = await runRounds({
    system,
    bare,
    ours,
    waiting,
    watcher,
    settings,
  })
  printProgress(`Idle latency, ${settings.submits} submits each ...`)
  const latencyMs = await measureLatency({ ours, bare, watcher, submits: settings.submits })
  const database = await measureGrowth(watcher, walBytesPerJob)
  const { 'render-ms': renderMs, check: _, profile: __, small: ___, figures: ____, ...shown } = settings
  const machine = describeMachine(loadBefore)
  const ratio = compare(rounds)
  return {
    settings: { ...shown, renderMs },
    machine,
    rounds,
    withoutPolicyRounds,
    ratio,
    latencyMs,
    database,
  }
}

async function openOurs(settings: Settings) {
  const { apis, workers, pooler } = settings
  const perRound = settings.render === undefined ? 2 : 3
  const submits = (1 + 2 * ROUNDS) * WARM_UP_JOBS + perRound * ROUNDS * settings.jobs + settings.submits
  const users = usersFor(submits, settings.clients + 1)
  printProgress(`Starting everything, with ${users} users ...`)
  return openSystem('bench', {
    users,
    env: {
      SIMULATOR_RENDER_MS: String(settings['render-ms']),
      SIMULATOR_SLOW_MS: String((settings.render ?? 0) * 1000),
      SIMULATOR_LONG_SIDE_PIXELS: String(settings.pixels),
      SIMULATOR_CALLBACKS: 'on',
      ...(settings.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${settings.profile}` }),
    },
    engine: { partitions: settings.partitions },
    counts: { apis, workers },
    isBalanced: apis > 1 || workers > 1,
    ...(pooler && { isPooled: true }),
  })
}

type Rounds = {
  system: System
  bare: Subject
  ours: Subject
  waiting: Subject | undefined
  watcher: pg.Client
  settings: Settings
}

/** In turns, because a shared machine is not the same from one minute to the next. */
async function runRounds({ system, bare, ours, waiting, watcher, settings }: Rounds) {
  const { jobs, clients, open } = settings
  const apart = { simulator: () => readCpuMs(system.simulator.pid), load: ownCpuMs }
  const plan: RoundPlan = { jobs, clients, open, apart }
  const warmUp = (subject: Subject) => runRound(subject, { ...plan, jobs: WARM_UP_JOBS })
  for (const subject of [bare, ours]) {
    printProgress(`Warming up ${subject.name} with ${WARM_UP_JOBS} jobs ...`)
    await warmUp(subject)
  }
  const rounds: Round[] = []
  const withoutPolicyRounds: Round[] = []
  let walBytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of [bare, ours]) {
      const before = await readWalBytes(watcher)
      const done = await runRound(subject, plan)
      if (subject === ours) walBytes += (await readWalBytes(watcher)) - before
      rounds.push(done)
      printProgress(`${subject.name}: ${done.completed} jobs, ${done.jobsPerSecond.toFixed(1)} a second`)
    }
    if (waiting) {
      // All are open at once: a limit would make them wait for each other.
      const done = await runRound(waiting, { ...plan, open: jobs })
      rounds.push(done)
      printProgress(`waiting ${settings.render} s: ${done.completed} jobs`)
    }
    // The same again without the policies of the database, to see what they cost. A change of policies makes
    // every connection plan its statements again, which is no part of a job.
    const bared = await withoutPolicies(watcher, async () => {
      await warmUp(ours)
      return runRound(ours, plan)
    })
    withoutPolicyRounds.push(bared)
    await warmUp(ours)
  }
  return { rounds, withoutPolicyRounds, walBytesPerJob: walBytes / (ROUNDS * jobs) }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function judge(report: Report, check: boolean): Results {
  const { rounds, ratio } = report
  const lost = rounds.filter((round) => round.completed !== round.jobs || round.refused > 0)
  for (const { subject, completed, jobs } of lost)
    printProgress(`only ${completed} of ${jobs} jobs of ${subject} completed`)
  const isSlow = check && ratio.jobsPerSecond < LEAST_RATIO
  if (isSlow) printProgress(`${ratio.jobsPerSecond.toFixed(2)} of the bare engine's jobs a second is too few`)
  const waiting = waitingRatio(rounds)
  const isDear = waiting !== undefined && waiting > MOST_WAITING_RATIO
  if (isDear) printProgress(`waiting jobs take more than ${MOST_WAITING_RATIO} times the CPU of others`)
  const isGood = lost.length === 0 && !isSlow && !isDear
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, json: report }
}
