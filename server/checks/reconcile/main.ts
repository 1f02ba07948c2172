// Proves that `pnpm reconcile` finds every kind of discrepancy between tries, media, ledger and bills, and
// nothing else: jobs are bought from the doubles of all four providers and written into the books, then one
// discrepancy of each kind is made on jobs of its own. The command runs as an operator runs it.
// Run: pnpm probe:reconcile [--jobs 56]. Takes about 1 minute.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { number } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { openDatabase } from '../../harness/driver/index.ts'
import { asRole, startPostgres } from '../../harness/processes/index.ts'
import { print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'
import { migrate, openDb } from '../../src/platform/db/index.ts'
import { describeFinding } from '../../src/production/spend/index.ts'
import { compareFindings, makeDiscrepancies } from './make-discrepancies.ts'
import { openDoubles, settingsFor } from './open-doubles.ts'
import { openScene } from './open-scene.ts'
import { readReport, runReconcile } from './run-reconcile.ts'

const DAY_MS = 86_400_000
const MORNING_MS = 6 * 3_600_000

const command = {
  name: 'pnpm probe:reconcile',
  options: { jobs: number(56, 'jobs at each provider', { least: 28, most: 1_000 }) },
}

await runCheck(command, async ({ jobs }) => {
  const url = await openPostgres()
  const db = openDb({ url, poolSize: 8, onIdleError: () => undefined })
  closeOnExit(() => db.close())
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const startAt = new Date(today - 3 * DAY_MS + MORNING_MS)
  const doubles = await openDoubles(startAt)
  closeOnExit(doubles.close)
  const scene = await openScene(db, doubles, jobs)
  printProgress(`${scene.jobs.length} jobs at four providers`)
  const env = { ...settingsFor(doubles), DATABASE_URL: asRole(url, 'atelier_worker') }
  const from = ['--from', new Date(today - 4 * DAY_MS).toISOString(), '--json']
  const honest = readReport(await runReconcile(env, ...from))
  for (const one of honest.providers) print(JSON.stringify(one))
  for (const sentence of honest.leftOut) print(`not compared: ${sentence}`)
  const client = await openDatabase(url)
  const expected = await makeDiscrepancies(scene, client).finally(() => client.end())
  const run = await runReconcile(env, ...from)
  const found = readReport(run)
  for (const finding of found.findings) print(describeFinding(finding))
  const { missed, others } = compareFindings(expected, found.findings)
  const kinds = new Set(expected.map(({ kind }) => kind)).size
  const foundCount = expected.length - missed.length
  print(`${expected.length} planted of ${kinds} kinds: ${foundCount} found, ${others.length} others`)
  return printChecks([
    { sentence: 'nothing is found in honest books', failures: honest.findings.map(describeFinding) },
    { sentence: 'every discrepancy is found', failures: missed.map((one) => JSON.stringify(one)) },
    { sentence: 'nothing else is found', failures: others.map(describeFinding) },
    { sentence: 'the exit status is 1', failures: run.exitCode === 1 ? [] : [String(run.exitCode)] },
  ])
})

async function openPostgres(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-reconcile-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: false })
  closeOnExit(async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  })
  await migrate(postgres.url())
  return postgres.url()
}
