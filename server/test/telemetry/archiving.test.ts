import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../harness/driver/index.ts'
import { type Postgres, startPostgres } from '../../harness/processes/index.ts'
import { type Db, openDb, readArchiving } from '../../src/platform/db/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const shared = useSharedSystem()

let dir: string
let postgres: Postgres
let db: Db
let session: Awaited<ReturnType<typeof openDatabase>>

/** While they exist, the command that archives fails, or does not end. */
const fails = () => join(dir, 'fails')
const hangs = () => join(dir, 'hangs')

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atelier-archiving-'))
  // Postgres may run as another user.
  chmodSync(dir, 0o755)
  const command = `test ! -e ${fails()} && while test -e ${hangs()}; do sleep 0.1; done`
  const settings = { archive_mode: 'on', archive_command: command, shared_buffers: '32MB' }
  postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: false, settings })
  db = openDb({ url: postgres.url(), poolSize: 1, onIdleError: () => undefined })
  session = await openDatabase(postgres.url())
})
afterAll(async () => {
  await session?.end()
  await db?.close()
  await postgres?.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
})

/** Finishes a file of the log. Returns its number, of which Postgres itself tells the name. */
async function finishFile(): Promise<number> {
  await session.query(`select pg_create_restore_point('a record')`)
  const { rows } = await session.query('select pg_walfile_name(pg_switch_wal()) as name')
  const { name } = rows[0] as { name: string }
  return Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)
}

const expectArchiving = (expected: { finished: number; archived: number }) =>
  expect.poll(() => readArchiving(db)).toEqual(expected)

test('what is finished is archived, and then nothing waits however long nothing is written', async () => {
  const number = await finishFile()
  await expectArchiving({ finished: number, archived: number })
})

test('a command that fails leaves files behind until it works again', async () => {
  const archived = await finishFile()
  await expectArchiving({ finished: archived, archived })
  writeFileSync(fails(), '')
  await finishFile()
  const finished = await finishFile()
  await expect
    .poll(
      async () => (await session.query('select last_failed_wal as name from pg_stat_archiver')).rows[0].name,
    )
    .not.toBe(null)
  await expectArchiving({ finished, archived })
  rmSync(fails())
  const number = await finishFile()
  await expectArchiving({ finished: number, archived: number })
})

test('a command that does not end leaves files behind, too', async () => {
  const archived = await finishFile()
  await expectArchiving({ finished: archived, archived })
  writeFileSync(hangs(), '')
  const finished = await finishFile()
  await expectArchiving({ finished, archived })
  rmSync(hangs())
  await expectArchiving({ finished, archived: finished })
})

test('before the first file was archived, one that fails waits', async () => {
  await session.query(`select pg_stat_reset_shared('archiver')`)
  const { finished } = await readArchiving(db)
  await expectArchiving({ finished, archived: finished })
  writeFileSync(fails(), '')
  const number = await finishFile()
  await expectArchiving({ finished: number, archived: number - 1 })
  rmSync(fails())
  await finishFile()
})

test('the label of a backup, which is archived last, leaves nothing behind', async () => {
  await session.query(`select pg_backup_start('a backup', true)`)
  await session.query('select pg_backup_stop()')
  const { rows } = await session.query('select last_archived_wal as name from pg_stat_archiver')
  expect(rows[0].name).toMatch(/\.backup$/)
  const { finished, archived } = await readArchiving(db)
  expect(finished).toBeGreaterThan(0)
  expect(archived).toBe(finished)
})

test('where Postgres is not told to archive, nothing waits', async () => {
  expect(await readArchiving(shared().db.lookup)).toEqual({ finished: 0, archived: 0 })
})
