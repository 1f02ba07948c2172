// Proves that the search finds what a person would want to see, in five languages (recall and rank above
// their limits), also when it is asked in other words than those of the record, or with --speed that it
// answers within 50 ms at p99, four phrasings in at most 1.3 times the time of one.
// Run: pnpm probe:search, or pnpm probe:search --speed [--records 100000]. Takes 40 s; --speed about 5
// minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flag, number } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { startPostgres } from '../../harness/processes/index.ts'
import { printChecks, runCheck } from '../../harness/report/index.ts'
import { migrate, openDb } from '../../src/platform/db/index.ts'
import { measurePhrasings } from './measure-phrasings.ts'
import { measureQuality } from './measure-quality.ts'
import { measureSpeed } from './measure-speed.ts'

const command = {
  name: 'pnpm probe:search',
  options: {
    speed: flag('measure the time instead of the quality'),
    records: number(100_000, 'records of the one user whose searches are timed; others have as many', {
      least: 1,
    }),
  },
}

await runCheck(command, async ({ speed, records }) => {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-search-'))
  const postgres = await startPostgres({ dir, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  closeOnExit(async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  })
  await migrate(postgres.url())
  const db = openDb({ url: postgres.url(), poolSize: 4, onIdleError: () => undefined })
  const checks = speed
    ? await measureSpeed(db, postgres.url(), records)
    : [await measureQuality(db, postgres.url()), ...(await measurePhrasings(db))]
  await db.close()
  return printChecks(checks)
})
