import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkLedger, ledgerCounts, readDatabaseRows } from '../../../harness/audit/index.ts'
import { type Backups, planBackups, startBackups, waitUntilArchived } from '../../../harness/backups/index.ts'
import { fastSettings, openSystem, queryDatabase } from '../../../harness/driver/index.ts'
import { type System, waitUntil } from '../../../harness/processes/index.ts'
import { type Check, createFindings, print, printProgress } from '../../../harness/report/index.ts'
import { orderOnce } from '../order-once.ts'
import type { Outage } from '../outage.ts'
import { checkErased } from './check-erased.ts'
import { compareTables, countRows, readTables } from './read-tables.ts'
import { runStorm, type StormPlan } from './run-storm.ts'

const RECOVERED_WITHIN_MS = 120_000
const FINAL_WITHIN_MS = 120_000
const RENDER_MS = '1000'
const SLOW_MS = '6000'

/** The disk of the database is lost under a storm; it is restored to a random second of it. */
export async function runRestore(plan: StormPlan): Promise<{ checks: Check[]; outage: Outage }> {
  const { plannedBackups, opened } = await openArchivedSystem()
  const { system, users, databaseUrl, dir, owner } = opened
  const backups = await startBackups(plannedBackups, system.postgres)
  print((await backups.admin('backup', '--full')).trim())
  const storm = await runStorm(system, users, plan)
  const { mark, erased } = storm
  const before = await readTables(databaseUrl)
  await waitUntilArchived(system.postgres)

  const lostAt = performance.now()
  await loseDisk(system)
  const refusal = await refuseNonEmpty(backups, mark.at)
  await rm(system.postgres.dataDir, { recursive: true, force: true, maxRetries: 3 })
  print((await backups.admin('restore', '--to', mark.at.toISOString())).split('\n')[0] ?? '')
  await system.postgres.start()
  await waitUntil('Postgres accepts writes', () => acceptsWrites(databaseUrl), {
    withinMs: RECOVERED_WITHIN_MS,
  })
  const differences = compareTables(mark.tables, await readTables(databaseUrl))
  const refused = await isRefused(system)
  const witness = join(dir, 'signer', 'witness')
  printProgress('finish-restore ...')
  const finished = await run(() => system.admin('finish-restore', '--read'))
  const erasedAtOnce = await checkErased(databaseUrl, system.s3, erased, false)
  const signed = await run(() => system.admin('sign-heads', '--restored', '--witness', witness))
  await start(system)
  const newJob = await run(() => orderOnce(system.baseUrl, owner.apiKey))
  const seconds = (performance.now() - lostAt) / 1000
  const final = await run(() => waitUntilFinal(databaseUrl))
  const erasedAll = await run(() => waitUntilErased(databaseUrl))
  const erasures = await checkErased(databaseUrl, system.s3, erased, true)
  const verified = await run(() => system.admin('verify-ledger', '--witness', witness))
  const findings = createFindings(ledgerCounts)
  checkLedger(await readDatabaseRows(databaseUrl), findings)
  const files = await run(() => system.admin('check-files', '--read'))
  await opened.close()
  print(`${storm.sent} jobs sent; restored to ${mark.at.toISOString()}`)
  print(`${countRows(mark.tables)} rows then, ${countRows(before)} at the end of the storm`)
  for (const { out } of [finished, signed, verified, files]) print(out.trim())
  return {
    outage: { drill: 'database restored to a moment', seconds, page: 'docs/backup.md#restore' },
    checks: [
      { sentence: 'the storm went on after that moment', failures: changedSince(mark.tables, before) },
      { sentence: 'a data directory that is not empty is refused', failures: refusal },
      { sentence: 'every row is as it was at that moment: 0 differences', failures: differences },
      { sentence: 'the service refuses the database until the restore is finished', failures: refused },
      { sentence: 'chains, signed heads and files of that moment are right', failures: finished.failures },
      { sentence: `${erased.length} later erasures are applied before the service`, failures: erasedAtOnce },
      { sentence: 'and to the jobs that were open', failures: [...erasedAll.failures, ...erasures] },
      { sentence: 'the heads of the restored ledger are signed', failures: signed.failures },
      { sentence: 'a new job is made', failures: newJob.failures },
      { sentence: 'every job of that moment ends', failures: final.failures },
      { sentence: 'the ledger agrees with the statements and the witness', failures: verified.failures },
      { sentence: 'every charge, refund and chain is right', failures: findings.sentences(5) },
      { sentence: 'every file is right', failures: files.failures },
    ],
  }
}

async function openArchivedSystem() {
  const plannedBackups = planBackups()
  const durations = { SIMULATOR_RENDER_MS: RENDER_MS, SIMULATOR_SLOW_MS: SLOW_MS, TICK_SECONDS: '5' }
  const opened = await openSystem('restore', {
    users: 12,
    counts: { apis: 1, workers: 2 },
    isBalanced: true,
    env: { ...fastSettings, ...plannedBackups.env, ...durations },
    postgres: { settings: plannedBackups.settings },
  })
  return { plannedBackups, opened }
}

type Run = { out: string; failures: string[] }

/** A failure is a finding: the drill goes on and says everything that is wrong. */
async function run(work: () => Promise<unknown>): Promise<Run> {
  try {
    return { out: String((await work()) ?? ''), failures: [] }
  } catch (error) {
    return { out: '', failures: [(error as Error).message] }
  }
}

async function loseDisk({ processes, postgres }: System): Promise<void> {
  const others = Object.values(processes).filter(({ name }) => /^(api|worker|signer|engine)/.test(name))
  await Promise.all(others.map((one) => one.kill9()))
  await postgres.kill9()
}

async function refuseNonEmpty({ admin }: Backups, at: Date): Promise<string[]> {
  const { failures } = await run(() => admin('restore', '--to', at.toISOString()))
  const [said = 'it was not refused'] = failures
  return /postmaster\.pid|is not empty/.test(said) && /What to do/.test(said) ? [] : [said]
}

const acceptsWrites = (databaseUrl: string): Promise<boolean> =>
  queryDatabase(databaseUrl, async (query) => {
    const [row] = await query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return row?.is === false
  }).catch(() => false)

async function isRefused({ apis, workers }: System): Promise<string[]> {
  const results = await Promise.all(
    [...apis, ...workers].map(async (one) => {
      const { failures } = await run(() => one.start())
      await one.kill9()
      return /finish-restore/.test(failures[0] ?? '') ? [] : [`${one.name}: ${failures[0] ?? 'it started'}`]
    }),
  )
  return results.flat()
}

async function start({ engine, apis, workers, processes }: System): Promise<void> {
  await engine.wipe()
  await engine.start()
  const signer = processes.signer ? [processes.signer] : []
  await Promise.all([...apis, ...workers, ...signer].map((one) => one.start()))
}

async function waitUntilFinal(databaseUrl: string): Promise<void> {
  const isFinal = () =>
    queryDatabase(databaseUrl, async (query) => {
      const open = await query(`select from media where status in ('queued', 'processing')`)
      return open.length === 0
    })
  await waitUntil('every job is final', isFinal, { withinMs: FINAL_WITHIN_MS })
}

async function waitUntilErased(databaseUrl: string): Promise<void> {
  const isDone = () =>
    queryDatabase(databaseUrl, async (query) => {
      const open = await query(`select from erasures where done_at is null`)
      return open.length === 0
    })
  await waitUntil('every erasure is done', isDone, { withinMs: FINAL_WITHIN_MS })
}

/** A drill that restores to its own end would prove nothing. */
function changedSince(was: Map<string, string[]>, is: Map<string, string[]>): string[] {
  const changed = compareTables(was, is).length
  return changed > 20 ? [] : [`only ${changed} rows changed`]
}
