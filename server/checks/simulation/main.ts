// Simulates the life of jobs: steps, tick, polls, callbacks and cancels, with simulated time, provider,
// engine and crashes, in the order that a seed draws. The statements run on a real Postgres. Each action is
// one transaction, so races inside a transaction are left to pnpm chaos and pnpm races.
// Run: pnpm simulate [--lifetimes 10000] [--seed 1] [--bugs yes]. One seed again: --lifetimes 20 --seed N.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { number } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { runStatements } from '../../harness/driver/index.ts'
import { type Mutation, mutatedEnv } from '../../harness/mutation/index.ts'
import { startPostgres } from '../../harness/processes/index.ts'
import { type Check, print, printChecks, runCheck, textTable } from '../../harness/report/index.ts'
import { migrate } from '../../src/platform/db/index.ts'
import { bugs } from './bugs.ts'
import { doubles } from './doubles.ts'

const LANES = 2
const JOBS_PER_WORLD = 20
const BUG_WORLDS = 400
const SHOWN = 12

const command = {
  name: 'pnpm simulate',
  options: {
    lifetimes: number(10_000, 'jobs to simulate'),
    seed: number(1, 'of the first history; each has 20 jobs and the next seed'),
    bugs: number(bugs.length, 'how many of the injected bugs to look for'),
  },
}

type Report = {
  lifetimes: number
  seconds: number
  violations: { seed: number; found: string[] }[]
  tally: Record<string, number>
  /** Of the last world. */
  history: string
}

await runCheck(command, async ({ lifetimes, seed, bugs: bugCount }) => {
  const copyDatabase = await openTemplate()
  const worlds = Math.ceil(lifetimes / JOBS_PER_WORLD)
  const lanes = Math.min(LANES, worlds)
  const startedAt = performance.now()
  const simulate = async (from: number, count: number, step: number, mutations: Mutation[] = []) => {
    const databaseUrl = await copyDatabase()
    const stopAtFirst = mutations.length > 0
    return runChild({ databaseUrl, seed: from, step, worlds: count, stopAtFirst }, mutations)
  }
  const reports = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => simulate(seed + lane, Math.ceil(worlds / lanes), lanes)),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const done = reports.reduce((sum, report) => sum + report.lifetimes, 0)
  print(`${done} lifetimes in ${seconds.toFixed(0)} s, ${Math.round(done / seconds)} a second`)
  printTally(reports)
  const violations = reports.flatMap((report) => report.violations)
  const lastSeed = seed + (Math.ceil(worlds / lanes) - 1) * lanes
  const alone = await simulate(lastSeed, 1, 1)
  const together = reports[0]?.history
  const checks: Check[] = [
    {
      sentence: `seed ${lastSeed} gives the same history alone as after all the others`,
      failures: together === alone.history ? [] : [`${together} and ${alone.history}`],
    },
    {
      sentence: `${done} lifetimes break no rule of money, jobs or providers`,
      failures: violations
        .slice(0, SHOWN)
        .map((one) => `seed ${one.seed}: ${one.found.slice(0, 3).join('; ')}`),
    },
  ]
  const table: string[][] = []
  for (const bug of bugs.slice(0, bugCount)) {
    const { violations, lifetimes: until } = await simulate(seed, BUG_WORLDS, 1, bug.mutations)
    const [first] = violations
    table.push([bug.name, first ? String(first.seed) : '-', String(until), first?.found[0] ?? 'not found'])
    checks.push({
      sentence: `found: ${bug.description}`,
      failures: first ? [] : [`${BUG_WORLDS * JOBS_PER_WORLD} lifetimes broke no rule`],
    })
  }
  print(textTable([['bug', 'seed', 'lifetimes', 'what was found'], ...table]))
  return printChecks(checks)
})

/** How the jobs ended, and how often each fault occurred. */
function printTally(reports: Report[]): void {
  const total: Record<string, number> = {}
  for (const { tally } of reports)
    for (const [what, times] of Object.entries(tally)) total[what] = (total[what] ?? 0) + times
  for (const [what, times] of Object.entries(total).toSorted(([a], [b]) => a.localeCompare(b)))
    print(`  ${what.padEnd(26)} ${times}`)
}

/** Makes copies of a database whose unqualified clock is the simulated one: the tick sees all jobs of one. */
async function openTemplate(): Promise<() => Promise<string>> {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-simulation-'))
  const postgres = await startPostgres({ dir, durable: false })
  closeOnExit(async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  })
  await postgres.createDatabase('simulation')
  const url = postgres.url('simulation')
  await migrate(url)
  const clock = `select current_setting('simulation.now')::pg_catalog.timestamptz`
  await runStatements(url, [
    'create schema simulation',
    `create function simulation.clock_timestamp() returns timestamptz language sql stable as $$ ${clock} $$`,
    `create function simulation.now() returns timestamptz language sql stable as $$ ${clock} $$`,
  ])
  let copies = 0
  return async () => {
    const name = `simulation_${++copies}`
    await runStatements(postgres.url(), [
      `create database ${name} template simulation`,
      // As for the role of the worker: a new plan for every statement would take most of the time.
      `alter database ${name} set plan_cache_mode = 'force_generic_plan'`,
    ])
    return postgres.url(name)
  }
}

type Order = { databaseUrl: string; seed: number; step: number; worlds: number; stopAtFirst: boolean }

async function runChild(order: Order, mutations: Mutation[]): Promise<Report> {
  const env = { ...process.env, ...(await mutatedEnv([...doubles, ...mutations])) }
  const script = join(import.meta.dirname, 'simulate.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(order)], {
    env,
    maxBuffer: 64 * 2 ** 20,
  })
  return JSON.parse(stdout)
}
