import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids/index.ts'

const DATABASE = `older_media_${process.pid}`
const PARTITIONED_SINCE = '0018'
const folder = new URL('../../src/platform/db/migrations/', import.meta.url)
const TABLES = ['media', 'provider_submits', 'attachments', 'file_removals']

let client: pg.Client
let url: string

const asSuperuser = async (text: string) => {
  const one = new pg.Client({ connectionString: inject('postgresUrl') })
  await one.connect()
  await one.query(text).finally(() => one.end())
}

beforeAll(async () => {
  url = inject('postgresUrl').replace(/\/[^/]*$/, `/${DATABASE}`)
  await asSuperuser(`create database ${DATABASE}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await asSuperuser(`drop database ${DATABASE} with (force)`)
})

/** Later migrations add these. */
const ADDED = [
  'check_at',
  'part',
  'handle',
  'error_class',
  'expected_cost_micros',
  'reported_cost_micros',
  'ended_at',
  'offer',
  'route',
  'cancel_at',
  'routes',
  'moved_in',
]

/** Every row of the tables, as text. */
async function readRows(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows } = await client.query(
      `select (to_jsonb(t) - $1::text[])::text as row from ${table} t order by 1`,
      [ADDED],
    )
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

/** What protects the tables: checks, foreign keys to other tables, policies, and triggers. */
async function readRules(): Promise<string[]> {
  const { rows } = await client.query(
    `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = any ($1::regclass[]) and contype in ('c', 'f', 'p') and conparentid = 0
     union all select polrelid::regclass || ': ' || polname from pg_policy
     where polrelid = any ($1::regclass[])
     union all select tgrelid::regclass || ': ' || tgname from pg_trigger
     where tgrelid = any ($1::regclass[]) and not tgisinternal order by 1`,
    [TABLES],
  )
  return rows.map(({ rule }) => rule)
}

test('the migration keeps every row, check, foreign key, policy and trigger of media', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await client.query(`create table migrations (name text primary key, done_at timestamptz default now())`)
  for (const name of names.filter((one) => one < PARTITIONED_SINCE)) {
    await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query('insert into migrations values ($1)', [name])
  }
  const [user, product] = [newId('user'), newId('product')]
  await client.query(`insert into users (id, email, password_hash) values ($1, 'a@x.test', '-')`, [user])
  await client.query(`insert into products (id, user_id, mode, name) values ($1, $2, 'live', 'mug')`, [
    product,
    user,
  ])
  // An id of today, one from before ids had a time, and a sibling.
  const jobs = [newId('media'), `med_zzYYxxWWvvUUttSSrrQQpp`, newId('media')] as const
  for (const [index, id] of jobs.entries())
    await client.query(
      `insert into media (id, user_id, mode, kind, parent_id, status, prompt, provider, model, size, n,
         client_ref, client_ref_bound, cost_credits, created_at, deadline_at)
       values ($1, $2, 'live', 'image', $3::text, 'queued', 'a mug', 'simulator', 'ok', '1:1', 1, $4::text,
         $4::text is not null, case when $3::text is null then 400 else 0 end, now(), now())`,
      [id, user, index === 2 ? jobs[0] : null, index === 2 ? null : `ref ${index}`],
    )
  for (const id of jobs) {
    await client.query(
      `insert into provider_submits (media_id, try, provider, state, provider_job_id, started_at)
       values ($1::text, 1, 'simulator', 'accepted', $1::text || ' at the provider', now())`,
      [id],
    )
    await client.query(
      `insert into attachments (product_id, media_id, media_created_at) values ($1, $2, now())`,
      [product, id],
    )
    await client.query(`insert into file_removals (media_id) values ($1)`, [id])
  }
  const before = { rows: await readRows(), rules: await readRules() }
  expect(await migrate(url)).toContain('0018-partitions.sql')
  expect(await readRows()).toEqual(before.rows)
  const rules = await readRules()
  const isKept = (rule: string) =>
    rules.includes(rule) || rule === 'media: FOREIGN KEY (parent_id) REFERENCES media(id)'
  expect(before.rules.filter((rule) => !isKept(rule))).toEqual([])
  for (const table of TABLES) expect(rules).toContain(`${table}: of_owner`)
  // New rows are protected from those that were there before.
  const again = client.query(
    `insert into media select (jsonb_populate_record(m, jsonb_build_object('id', $1::text))).*
     from media m where id = $2`,
    [newId('media'), jobs[1]],
  )
  expect((await again).rowCount).toBe(0)
})
