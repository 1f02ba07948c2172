import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/index.ts'
import { cloneDatabase } from '../use-system.ts'

/** How long a migration may keep other queries waiting in one go, on a machine that others slow down. */
const BLOCKED_MS = 3_500

let url: string
let drop: () => Promise<void>
let folder: string

beforeEach(async () => {
  const database = await cloneDatabase()
  url = database.url
  drop = database.drop
  folder = mkdtempSync(join(tmpdir(), 'atelier-migrations-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await drop()
})

const migrateWith = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return migrate(url, pathToFileURL(`${folder}/`))
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

test('a migration that meets a long transaction gives way to others, tries again, and succeeds', async () => {
  const [long, other] = [await connect(), await connect()]
  await long.query('begin')
  await long.query('select count(*) from media')
  let isDone = false
  const migrating = migrateWith('0990-column.sql', 'alter table media add column tried bigint').finally(
    () => {
      isDone = true
    },
  )
  // A query behind the migration waits no longer than the migration does.
  let slowestMs = 0
  for (let i = 0; i < 10; i++) {
    const began = performance.now()
    await other.query('select count(*) from media')
    slowestMs = Math.max(slowestMs, performance.now() - began)
    await sleep(500)
  }
  expect(isDone).toBe(false)
  expect(slowestMs).toBeLessThan(BLOCKED_MS)
  await long.query('commit')
  expect(await migrating).toEqual(['0990-column.sql'])
  expect((await other.query('select tried from media')).rows).toEqual([])
  await Promise.all([long.end(), other.end()])
})

test('a failed migration changes nothing and says which file it was', async () => {
  const text = 'alter table media add column tried bigint; select 1 / 0'
  await expect(migrateWith('0991-wrong.sql', text)).rejects.toThrow(/0991-wrong\.sql.*division by zero/)
  const client = await connect()
  await expect(client.query('select tried from media')).rejects.toThrow(/does not exist/)
  await client.end()
})

test('an index is built outside a transaction, also again after a crash in the middle', async () => {
  const text =
    '-- outside a transaction: writes go on meanwhile.\n' +
    'drop index concurrently if exists media_by_model;\n' +
    'create index concurrently media_by_model\n  on users (email);\n'
  const client = await connect()
  // As a crash between the statement and the note that it was applied leaves it.
  await client.query('create index media_by_model on users (id)')
  expect(await migrateWith('0992-index.sql', text)).toEqual(['0992-index.sql'])
  const { rows } = await client.query(`select indexdef from pg_indexes where indexname = 'media_by_model'`)
  expect(rows).toEqual([{ indexdef: expect.stringContaining('(email)') }])
  expect(await migrateWith('0992-index.sql', text)).toEqual([])
  await client.end()
})
