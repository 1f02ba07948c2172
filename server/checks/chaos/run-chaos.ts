import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { checkLedger, readDatabaseRows } from '../../harness/audit/index.ts'
import { type OpenSystem, openSystem, queryDatabase, runStatements } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { createFindings, startStopwatch } from '../../harness/report/index.ts'
import { checkAnswers } from './check-answers.ts'
import { checkCancels } from './check-cancels.ts'
import { checkErasures, nameErased } from './check-erasures.ts'
import { checkFiles } from './check-files.ts'
import { checkInputs } from './check-inputs.ts'
import { checkJobs, checkUnsent } from './check-jobs.ts'
import { checkLibraries } from './check-libraries.ts'
import { checkPhotos } from './check-photos.ts'
import { checkRestarts } from './check-restarts.ts'
import { checkSubmits } from './check-submits.ts'
import { countNames } from './count-names.ts'
import { createClients } from './create-clients.ts'
import { checkBills, checkTestKeys } from './on-doubles/check-bills.ts'
import { openDoubles } from './on-doubles/open-doubles.ts'
import { openStorage } from './open-storage.ts'
import type { Plan } from './plan-run.ts'
import { printProgress } from './print-progress.ts'
import { readProviderLog } from './read-provider-log.ts'
import type { Run } from './run.ts'
import { runClock } from './run-clock.ts'
import { noDamage, runKills } from './run-kills.ts'
import { emptyClientLog, INSIST_MS, runLoad } from './run-load.ts'
import { sweepErasures } from './sweep-erasures.ts'
import { watchDatabase } from './watch-database.ts'
import { type Report, writeReport } from './write-report.ts'

/** How a bug is injected: statements for the database, settings for the processes. */
export type InjectedBug = { sql: string[]; lateSql: string[]; env: { [name: string]: string } }

/** Time for late writes after the last media is final. */
const SETTLE_MS = 2_000

/** The whole run: a system, a load, kills, a drain, and a check of everything. */
export async function runChaos(plan: Plan, injected?: InjectedBug): Promise<Report> {
  const stopwatch = startStopwatch()
  const doubles = plan.faults && (await openDoubles(plan.seed, plan.faults))
  const opened = await openSystem('chaos', {
    users: plan.users,
    counts: plan.counts,
    isBalanced: plan.isBalanced,
    isPooled: plan.isPooled,
    env: { ...plan.env, ...doubles?.env, ...injected?.env },
    workerEnv: doubles?.workerEnv ?? {},
  })
  for (const double of Object.values(doubles?.byName ?? {})) opened.system.processes[double.name] = double
  // A run that fails or is interrupted leaves its data and logs.
  opened.retainDataFolder(!injected)
  const { seed, submits, kills } = plan
  stopwatch.print(`the system is up, seed ${seed}: ${submits.length} jobs, ${kills.length} kills`)
  let report: Report | undefined
  try {
    const clients = await createClients(opened, plan.seed, listOwners(plan))
    stopwatch.print(`${clients.length} users have products, characters and photos`)
    if (injected) await runStatements(opened.databaseUrl, injected.sql)
    const findings = createFindings(countNames)
    const watch = watchDatabase(opened.databaseUrl, plan.watchEveryMs, findings)
    const clientLog = emptyClientLog()
    const clock = runClock(opened.databaseUrl)
    const run = {
      plan,
      opened,
      doubles,
      clients,
      clock,
      clientLog,
      damage: noDamage(),
      findings,
      watch,
      stopwatch,
    }
    await runPlan(run)
    if (injected) await runStatements(opened.databaseUrl, injected.lateSql)
    report = await judge(run)
    return report
  } finally {
    if (report?.passed) opened.retainDataFolder(false)
    await opened.close()
    await doubles?.close()
    if (!injected && !report?.passed) stopwatch.print(`data and logs stay in ${opened.dir}`)
  }
}

/** Those who erase, and those who need a test key. */
const listOwners = ({ submits }: Plan): Set<number> =>
  new Set(submits.filter(({ erases, mode }) => erases || mode === 'test').map(({ user }) => user))

/** Load and kills at the same time, then a wait until every media is final or the time is up. */
async function runPlan(run: Run): Promise<void> {
  const { plan, opened, clients, clock, clientLog, damage, watch, stopwatch } = run
  const { system } = opened
  const dispatcher = new Agent({ connections: 256, connect: { timeout: 3_000 } })
  const line = { baseUrl: system.baseUrl, dispatcher, clients }
  const stop = new AbortController()
  const progress = printProgress(opened.databaseUrl, clientLog, damage, stopwatch.print)
  const load = runLoad({ plan, line, clock, clientLog, stop: stop.signal })
  const lastAtMs = Math.max(0, ...plan.submits.map((submit) => submit.atMs))
  const onStarted = run.doubles?.renewFaults
  const killing = runKills({ system, plans: plan.kills, clock, damage, print: stopwatch.print, onStarted })
  await Promise.all([killing, clock.reach(lastAtMs)])
  clock.stop()
  // Clients that were refused during the outages come again, and then poll and erase like the others.
  const isSettled = async () => clientLog.settled === plan.submits.length
  await waitUntil('every client has its answer', isSettled, { withinMs: INSIST_MS }).catch(() => undefined)
  stopwatch.print('no more kills: waiting until everything is final')
  await drain(opened, plan.drainMs)
  await sleep(SETTLE_MS)
  stop.abort()
  await load
  // A client that had to wait may submit last.
  await drain(opened, plan.drainMs)
  await sweepErasures(opened.databaseUrl)
  progress.stop()
  await watch.stop()
  await dispatcher.destroy()
}

async function drain({ databaseUrl }: OpenSystem, withinMs: number): Promise<void> {
  const isDrained = async () => {
    const open = await queryDatabase(databaseUrl, (query) =>
      query(`(select id from media where status in ('queued', 'processing') limit 1)
             union all (select id from erasures where done_at is null limit 1)`),
    )
    return open.length === 0
  }
  // Media and erasures that are still open are a finding.
  await waitUntil('every media is final', isDrained, { withinMs, everyMs: 500 }).catch(() => undefined)
}

/** Compares the records of service, provider, storage and clients. */
async function judge(run: Run): Promise<Report> {
  const { plan, opened, clients, clientLog, damage, findings, watch, stopwatch } = run
  const { system } = opened
  stopwatch.print('checking')
  await watch.check()
  const log = await readProviderLog(opened, run.doubles)
  const database = await readDatabaseRows(opened.databaseUrl)
  const emails = clients.map((client) => client.email)
  nameErased(database, plan.submits, emails)
  const asked = { submits: plan.submits, clients, baseUrl: system.baseUrl }
  checkJobs(database, clientLog, log, findings)
  if (plan.counts.workers > 1) checkUnsent(database, findings)
  checkLedger(database, findings)
  checkSubmits(database, log, findings)
  checkAnswers(database, clientLog, emails, findings)
  checkInputs(database, asked, log, findings)
  checkLibraries(database, clientLog, findings)
  checkCancels(database, clientLog, log, findings)
  checkBills(database, log, findings)
  checkTestKeys(database, log, findings)
  checkRestarts(clientLog, damage, findings)
  for (const [i, sentence] of damage.crashes.entries()) findings.add('crashes', String(i), sentence)
  const storage = openStorage(system.s3)
  const sources = { storage, baseUrl: system.baseUrl, simulatorUrl: system.simulator.url }
  const filesRead = await checkFiles(database, log, sources, findings)
  const photosRead = await checkPhotos(database, asked, storage, findings)
  await checkErasures(database, { clientLog, sources }, findings)
  storage.close()
  return writeReport({
    ...run,
    database,
    log,
    filesRead,
    photosRead,
    seconds: stopwatch.seconds(),
  })
}
