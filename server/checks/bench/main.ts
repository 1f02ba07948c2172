// What a job costs: ours against the bare engine doing the same steps, in one run on one machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Agent } from 'undici'
import { type System, startSystem } from '../../harness/processes/index.ts'
import { startBare } from './bare/start-bare.ts'
import { measureGrowth, readWalBytes } from './measure-database.ts'
import { measureLatency } from './measure-latency.ts'
import { type Arguments, readArguments, USAGE } from './read-arguments.ts'
import { readCpuMs } from './read-cpu-ms.ts'
import { type Round, type RoundPlan, runRound } from './run-round.ts'
import { startOurs, usersFor } from './start-ours.ts'
import type { Subject } from './subject.ts'
import { compare, describeMachine, type Report, writeReport } from './write-report.ts'

const WARM_UP_JOBS = 50
const ROUNDS = 2
const LEAST_RATIO = 0.25
/** One for each open connection of the clients, and some for those who poll. */
const CONNECTIONS = 64

const say = (text: string) => process.stderr.write(`${text}\n`)

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  say(`bench: ${error.stack ?? error}`)
  return 1
})
process.exit()

async function main(argv: string[]): Promise<number> {
  const wanted = readArguments(argv)
  if (wanted.help) {
    say(USAGE)
    return 0
  }
  const leave = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => leave.abort(new Error(`stopped by ${name}`)))
  const dir = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  try {
    const report = await measure(wanted, dir, leave.signal)
    say(writeReport(report))
    process.stdout.write(`${JSON.stringify(report)}\n`)
    return judge(report, wanted.check)
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Starts both sides, measures, and stops them whatever happens. */
async function measure(wanted: Arguments, dir: string, signal: AbortSignal): Promise<Report> {
  const loadBefore = loadavg()[0] ?? 0
  const stops: (() => Promise<unknown>)[] = []
  try {
    const { system, apiKeys } = await openSystem(wanted, dir, signal)
    stops.push(() => system.stop())
    const dispatcher = new Agent({ connections: CONNECTIONS })
    const watcher = new pg.Client({ connectionString: system.env.DATABASE_URL, application_name: 'bench' })
    watcher.on('error', (error) => say(`bench: the watching connection was lost: ${error.message}`))
    await watcher.connect()
    stops.push(() => watcher.end())
    const simulatorUrl = system.simulator.url
    const bareOptions = { dir: join(dir, 'bare'), simulatorUrl, wanted, dispatcher, env: process.env, signal }
    const bare = await startBare(bareOptions)
    stops.push(() => bare.stop())
    const ours = await startOurs({ system, apiKeys, watcher, dispatcher, poll: wanted.poll })

    const { rounds, walBytesPerJob } = await runRounds({ system, bare, ours, watcher, wanted, signal })
    say(`Idle latency, ${wanted.submits} submits each ...`)
    const latencyMs = await measureLatency({ ours, bare, watcher, submits: wanted.submits, signal })
    const database = await measureGrowth(watcher, walBytesPerJob)
    const { help: _, check: __, profile: ___, ...settings } = wanted
    const machine = describeMachine(loadBefore)
    return { settings, machine, rounds, ratio: compare(rounds), latencyMs, database }
  } finally {
    for (const stop of stops.toReversed()) await stop().catch((error) => say(`bench: ${error}`))
  }
}

async function openSystem(wanted: Arguments, dir: string, signal: AbortSignal) {
  const submits = WARM_UP_JOBS + ROUNDS * wanted.jobs + wanted.submits
  const users = usersFor(submits, wanted.clients + 1)
  let apiKeys: string[] = []
  say(`Starting everything, with ${users} users ...`)
  const system = await startSystem({
    dir: join(dir, 'ours'),
    env: {
      ...process.env,
      SIMULATOR_RENDER_MS: String(wanted.renderMs),
      SIMULATOR_LONG_SIDE_PIXELS: String(wanted.pixels),
      SIMULATOR_CALLBACKS: 'on',
      ...(wanted.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${wanted.profile}` }),
    },
    engine: { partitions: wanted.partitions },
    prepare: async (admin) => {
      const people = JSON.parse(await admin('seed', '--users', String(users), '--json'))
      apiKeys = people.users.map((user: { apiKey: string }) => user.apiKey)
    },
    signal,
  })
  return { system, apiKeys }
}

type Rounds = {
  system: System
  bare: Subject
  ours: Subject
  watcher: pg.Client
  wanted: Arguments
  signal: AbortSignal
}

/** In turns, because a machine that others use too is not the same from one minute to the next. */
async function runRounds({ system, bare, ours, watcher, wanted, signal }: Rounds) {
  const { jobs, clients, open } = wanted
  const apart = { simulator: () => readCpuMs(system.simulator.pid), load: ownCpuMs }
  const plan: RoundPlan = { jobs, clients, open, apart, signal }
  for (const subject of [bare, ours]) {
    say(`Warming up ${subject.name} with ${WARM_UP_JOBS} jobs ...`)
    await runRound(subject, { ...plan, jobs: WARM_UP_JOBS })
  }
  const rounds: Round[] = []
  let walBytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of [bare, ours]) {
      const before = await readWalBytes(watcher)
      const done = await runRound(subject, plan)
      if (subject === ours) walBytes += (await readWalBytes(watcher)) - before
      rounds.push(done)
      say(`${subject.name}: ${done.completed} jobs, ${done.jobsPerSecond.toFixed(1)} a second`)
    }
  }
  return { rounds, walBytesPerJob: walBytes / (ROUNDS * jobs) }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function judge({ rounds, ratio }: Report, check: boolean): number {
  const lost = rounds.filter((round) => round.completed !== round.jobs || round.refused > 0)
  for (const { subject, completed, jobs } of lost)
    say(`bench: only ${completed} of ${jobs} jobs of ${subject} completed`)
  const slow = check && ratio.jobsPerSecond < LEAST_RATIO
  if (slow) say(`bench: ${ratio.jobsPerSecond.toFixed(2)} of the bare engine's jobs a second is too few`)
  return lost.length > 0 || slow ? 1 : 0
}
