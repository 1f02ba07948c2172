import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readBalance, verifyChain, verifyLedger } from '../../src/access/credits/index.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import { type Db, migrate, openDb } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { mediaBooks } from '../../src/production/media/index.ts'

const DATABASE = `older_${process.pid}`
const SEALED_SINCE = '0010'
const folder = new URL('../../src/platform/db/migrations/', import.meta.url)

let url: string
let db: Db

const run = async (at: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  await work(client).finally(() => client.end())
}

beforeAll(async () => {
  url = inject('postgresUrl').replace(/\/[^/]*$/, `/${DATABASE}`)
  await run(inject('postgresUrl'), (client) => client.query(`create database ${DATABASE}`))
})
afterAll(async () => {
  await db?.close()
  await run(inject('postgresUrl'), (client) => client.query(`drop database ${DATABASE} with (force)`))
})

test('the migration seals the entries that are already there, and keeps their hashes', async () => {
  const user = newId('user')
  await run(url, async (client) => {
    await client.query(`create table migrations (name text primary key, done_at timestamptz default now())`)
    const older = (await readdir(folder)).filter((name) => name < SEALED_SINCE).sort()
    for (const name of older) {
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migrations values ($1)', [name])
    }
    await client.query(`insert into users (id, email, password_hash) values ($1, 'a@x.test', '-')`, [user])
    await client.query(`insert into credit_accounts (user_id, mode) values ($1, 'live'), ($1, 'test')`, [
      user,
    ])
    for (const [mode, kind, amount] of [
      ['live', 'purchase', 500],
      ['test', 'grant', 500],
      ['live', 'adjustment', -100],
    ] as const) {
      const id = newId('grant')
      await client.query(
        `insert into credit_grants (id, user_id, mode, amount, note) values ($1, $2, $3, $4, 'paid')`,
        [id, user, mode, amount],
      )
      await client.query(`select post_entry($1, $2, $3, $4, $5, 'credit_grant', 'credit_grant', $6, null)`, [
        newId('transaction'),
        user,
        mode,
        kind,
        amount,
        id,
      ])
    }
  })
  expect(await migrate(url)).toContain('0010-sealed-ledger.sql')
  db = openDb({ url, poolSize: 4, onIdleError: () => {} })
  const owner = ownerOf(user, 'live')
  expect(await readBalance(db, owner)).toBe(400)
  expect(await verifyChain(db, owner)).toMatchObject({ valid: true, checked: 2 })
  expect(await verifyChain(db, ownerOf(user, 'test'))).toMatchObject({ valid: true, checked: 1 })
  const findings: string[] = []
  await verifyLedger(db, { media: mediaBooks, onFinding: (sentence) => findings.push(sentence) })
  expect(findings).toEqual([])
  await expect(db.row('delete from ledger_entries')).rejects.toThrow(/append-only/)
})
