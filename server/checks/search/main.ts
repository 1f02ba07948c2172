// Does a search find what a person would want to see, in five languages, and how long does it take?
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../harness/processes/index.ts'
import { migrate, openDb } from '../../src/platform/db/index.ts'
import { measureQuality } from './measure-quality.ts'
import { measureSpeed } from './measure-speed.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    speed: { type: 'boolean', default: false },
    records: { type: 'string', default: '100000' },
  },
})

const dir = mkdtempSync(join(tmpdir(), 'atelier-search-'))
const say = (text: string) => process.stdout.write(`${text}\n`)
const postgres = await startPostgres({ dir, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
await migrate(postgres.url())
const db = openDb({ url: postgres.url(), poolSize: 4, onIdleError: () => undefined })
let held = false
try {
  held = values.speed
    ? await measureSpeed(db, postgres.url(), Number(values.records), say)
    : await measureQuality(db, postgres.url(), say)
} finally {
  await db.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
say(`${held ? 1 : 0} passed, ${held ? 0 : 1} failed`)
process.exit(held ? 0 : 1)
