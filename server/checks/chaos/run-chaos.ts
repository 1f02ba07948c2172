import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { checkAnswers } from './check-answers.ts'
import { checkCancels } from './check-cancels.ts'
import { checkFiles } from './check-files.ts'
import { checkInputs } from './check-inputs.ts'
import { checkJobs } from './check-jobs.ts'
import { checkLedger } from './check-ledger.ts'
import { checkLibraries } from './check-libraries.ts'
import { checkPhotos } from './check-photos.ts'
import { checkSubmits } from './check-submits.ts'
import { type Client, createClients } from './create-clients.ts'
import { type Clock, keepClock } from './keep-clock.ts'
import { type Findings, keepFindings } from './keep-findings.ts'
import { type Environment, openEnvironment } from './open-environment.ts'
import { openShelf } from './open-shelf.ts'
import type { Plan } from './plan-run.ts'
import { queryDatabase, runStatements } from './query-database.ts'
import { readProviderLog } from './read-provider-log.ts'
import { readTruth } from './read-truth.ts'
import { type Damage, noDamage, runKills } from './run-kills.ts'
import { type Diary, emptyDiary, runLoad } from './run-load.ts'
import { sayProgress } from './say-progress.ts'
import { type Watch, watchAlways } from './watch-always.ts'
import { type Report, writeReport } from './write-report.ts'

/** Statements that spoil the database, and settings that spoil the processes: how a bug is planted. */
export type Planted = { sql: string[]; env: { [name: string]: string } }

export type Storm = {
  plan: Plan
  environment: Environment
  clients: Client[]
  clock: Clock
  diary: Diary
  damage: Damage
  findings: Findings
  watch: Watch
  say: (text: string) => void
}

/** What a straggler may still write after the last media is final. */
const SETTLE_MS = 2_000

/** The whole run: a system, a load, kills, a drain, and the checker over everything. */
export async function runChaos(plan: Plan, planted?: Planted): Promise<Report> {
  const begun = performance.now()
  const stamp = () => `${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  `
  const say = (text: string) => void process.stderr.write(`${stamp()}${text}\n`)
  const environment = await openEnvironment(plan, planted?.env ?? {})
  say(`the system is open, seed ${plan.seed}: ${plan.orders.length} jobs, ${plan.kills.length} kills`)
  let report: Report | undefined
  try {
    const clients = await createClients(environment, plan.seed)
    say(`${clients.length} people have products, characters and photos`)
    if (planted) await runStatements(environment.databaseUrl, planted.sql)
    const findings = keepFindings()
    const watch = watchAlways(environment.databaseUrl, plan.watchEveryMs, findings)
    const diary = emptyDiary()
    const clock = keepClock(environment.databaseUrl)
    const storm = { plan, environment, clients, clock, diary, damage: noDamage(), findings, watch, say }
    await rage(storm)
    report = await judge(storm, begun)
    return report
  } finally {
    const keep = !planted && report?.passed !== true
    await environment.close(keep)
    if (keep) say(`data and logs stay in ${environment.dir}`)
  }
}

/** Load and kills side by side, then quiet until every media is final or the time is up. */
async function rage({ plan, environment, clients, clock, diary, damage, watch, say }: Storm): Promise<void> {
  const { system } = environment
  const dispatcher = new Agent({ connections: 256, connect: { timeout: 3_000 } })
  const line = { baseUrl: system.baseUrl, dispatcher, clients }
  const stop = new AbortController()
  const progress = sayProgress(environment.databaseUrl, diary, damage, say)
  const load = runLoad(plan, line, clock, diary, stop.signal)
  const lastAtMs = Math.max(0, ...plan.orders.map((order) => order.atMs))
  await Promise.all([runKills(system, plan.kills, clock, damage, say), clock.reach(lastAtMs)])
  clock.stop()
  say('no more kills: waiting until everything is final')
  await drain(environment, plan.drainMs)
  await sleep(SETTLE_MS)
  stop.abort()
  await load
  // A client that was told to wait may have been the last to submit.
  await drain(environment, plan.drainMs)
  progress.stop()
  await watch.stop()
  await dispatcher.destroy()
}

async function drain({ databaseUrl }: Environment, withinMs: number): Promise<void> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(500)) {
    const open = await queryDatabase(databaseUrl, (query) =>
      query(`select id from media where status in ('queued', 'processing') limit 1`),
    ).catch(() => [undefined])
    if (open.length === 0) return
  }
}

/** All is quiet: the books of service, provider, storage and clients are laid side by side. */
async function judge(storm: Storm, begun: number): Promise<Report> {
  const { plan, environment, clients, diary, damage, findings, watch, say } = storm
  const { system } = environment
  say('checking')
  await watch.look()
  const log = await readProviderLog(environment)
  const truth = await readTruth(environment.databaseUrl)
  const emails = clients.map((client) => client.email)
  const asked = { orders: plan.orders, clients, baseUrl: system.baseUrl }
  checkJobs(truth, diary, log, findings)
  checkLedger(truth, findings)
  checkSubmits(truth, log, findings)
  checkAnswers(truth, diary, emails, findings)
  checkInputs(truth, asked, log, findings)
  checkLibraries(truth, diary, findings)
  checkCancels(truth, diary, log, findings)
  for (const [i, sentence] of damage.crashes.entries()) findings.add('crashes', String(i), sentence)
  const shelf = openShelf(system.s3)
  const shelves = { shelf, baseUrl: system.baseUrl, simulatorUrl: system.simulator.url }
  const filesRead = await checkFiles(truth, log, shelves, findings)
  const photosRead = await checkPhotos(truth, asked, shelf, findings)
  shelf.close()
  return writeReport({
    ...storm,
    truth,
    log,
    filesRead,
    photosRead,
    seconds: (performance.now() - begun) / 1_000,
  })
}
