import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { callAs, createContent } from '../../harness/driver/index.ts'
import { asRole, type DatabaseRole } from '../../harness/processes/index.ts'
import type { Db, Rows } from '../../src/platform/db/index.ts'
import { useSystem } from '../use-system.ts'

/** The statements of the api that name their owner, as they were sent for the second user. */
const sent = new Map<string, unknown[]>()
let isRecording = false

const system = useSystem({ IMAGE_STALL_SECONDS: '60', RATE_LIMIT_FACTOR: '1000' }, (_, apiDb) => {
  const { forOwner } = apiDb
  apiDb.forOwner = (userId) => recordOf(forOwner(userId))
})

function recordOf(own: Db): Db {
  return {
    ...own,
    ...recordRows(own),
    transaction: (work, options) => own.transaction((tx) => work({ ...tx, ...recordRows(tx) }), options),
  }
}

const recordRows = ({ rows, row }: Rows): Rows => ({
  rows: (text, values) => rows(record(text, values), values),
  row: (text, values) => row(record(text, values), values),
})

function record(text: string, values: unknown[] = []): string {
  if (isRecording && /^\s*select\b/.test(text) && /\buser_id = \$\d/.test(text)) sent.set(text, values)
  return text
}

/** Tables whose rows no user owns. Another table must have a policy: see privileges.sql. */
const WITHOUT_OWNER = [
  'invitation_links',
  'invitations',
  'mail_turns',
  'migrations',
  'model_times',
  'oauth_clients',
  'partition_ranges',
  'payment_events',
  'payment_progress',
  'provider_breakers',
  'provider_pauses',
  'rate_logs',
  'reset_links',
  'restores',
  'sign_up_links',
  'sweep_progress',
  'this_cell',
  'worker_pulses',
]
/** Whose a row is, written a second time and in another way than in the policies. $1 is the user. */
const OWNER_OF: Record<string, string> = {
  users: 't.id = $1',
  key_secrets: 't.key_id in (select id from api_keys where user_id = $1)',
  photo_counts: `t.holder_id in (select product_id from photos where user_id = $1
    union select character_id from photos where user_id = $1)`,
  cep_counts: `t.target_id in (select coalesce(product_id, topic_id) from ceps where user_id = $1)`,
  attachments: 't.product_id in (select id from products where user_id = $1)',
  provider_submits: 't.media_id in (select id from media where user_id = $1)',
  callback_hints: 't.media_id in (select id from media where user_id = $1)',
  file_removals: 't.media_id in (select id from media where user_id = $1)',
  search_shares: 't.owner_id in (select id from search_owners where user_id = $1)',
}
const BY_MEMORY = 't.memory_id in (select id from memories where user_id = $1)'
/** Nothing in this test writes them, or not for each user. */
const MAY_BE_EMPTY = [
  'archived_media',
  'billing_settings',
  'callback_hints',
  'checkouts',
  'debt_entries',
  'file_removals',
  'mail_settings',
  'mails',
  'payments',
  'recovery_codes',
  'search_shares',
  'second_factors',
  'signed_heads',
  'patterns',
]

type Table = { name: string; owner: string }
type Person = { id: string; ids: string[] }
let tables: Table[]
let first: Person
let second: Person

beforeAll(async () => {
  tables = await readOwnerTables()
  first = await createPerson('first')
  isRecording = true
  second = await createPerson('second')
  isRecording = false
  // From now on no foreign key and no trigger stops an update or a delete.
  await run('superuser', `alter database ${database()} set session_replication_role = replica`)
}, 180_000)

const database = () => new URL(system().app.config.databaseUrl).pathname.slice(1)

/** One of everything, over HTTP. */
async function createPerson(name: string): Promise<Person> {
  const { app, baseUrl, createUser } = system()
  const user = await createUser()
  const call = callAs(baseUrl, { 'x-api-key': user.apiKey })
  await createContent(call, (what) => `${name} ${what}`, 'plain')
  for (const path of ['media', 'products', 'characters', 'credits', 'credits/verify'])
    await call('GET', `/api/gen/${path}`)
  for (const path of ['topics', 'knowledge/history', 'knowledge/patterns', 'knowledge/search?q=coffee'])
    await call('GET', `/api/agent/${path}`)
  await app.db.row(`insert into sessions (digest, user_id) values (sha256($1::bytea), $2)`, [name, user.id])
  // What a client of OAuth got; its key record stands for a consent.
  await app.db.row(
    `insert into oauth_codes (digest, user_id, key_id, redirect_uri, challenge, expires_at)
     values (sha256($1::bytea), $2, $3, 'x', 'x', now())`,
    [name, user.id, user.keyId],
  )
  await app.db.row(
    `insert into oauth_tokens (digest, user_id, key_id, kind, expires_at)
     values (sha256($1::bytea), $2, $3, 'refresh', now() + interval '1 day')`,
    [name, user.id, user.keyId],
  )
  const owned = await Promise.all(
    tables.map(({ name: table, owner }) =>
      app.db.rows<{ row: string }>(`select t::text as row from ${table} t where ${owner}`, [user.id]),
    ),
  )
  const text = owned
    .flat()
    .map(({ row }) => row)
    .join(' ')
  return { id: user.id, ids: [...new Set(text.match(/\b[a-z]{3}_[0-9A-Za-z]{22}\b/g))] }
}

test('every table has a forced policy for the api, or is named as having no owner', async () => {
  expect(await findUnprotected(() => Promise.resolve())).toEqual([])
  // The same check reports a table that a new migration forgets to protect.
  expect(await findUnprotected((client) => client.query('create table stray (user_id text)'))).toEqual([
    'stray',
  ])
  expect(
    await findUnprotected((client) => client.query('alter table media no force row level security')),
  ).toEqual(['media'])
})

test('a select without a condition gives the api the rows of its owner, and only these', async () => {
  for (const { name, owner } of tables) {
    for (const { id } of [first, second]) {
      const expected = await system().app.db.rows(
        `select t::text as row from ${name} t where ${owner} order by 1`,
        [id],
      )
      if (!MAY_BE_EMPTY.includes(name)) expect([name, expected.length > 0]).toEqual([name, true])
      const { rows } = await actAs('atelier_api', id, `select t::text as row from ${name} t order by 1`)
      expect([name, rows]).toEqual([name, expected])
    }
  }
})

test('an update or delete without a condition touches the rows of its owner, and only these', async () => {
  for (const { name, owner } of tables) {
    const [own] = await system().app.db.rows<{ n: number }>(
      `select count(*)::int as n from ${name} t where ${owner}`,
      [first.id],
    )
    const column = (
      await system().app.db.row<{ column: string }>(
        `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0
         and attidentity = '' and not attisdropped order by attnum limit 1`,
        [name],
      )
    )?.column
    for (const change of [`update ${name} set ${column} = ${column}`, `delete from ${name}`]) {
      const outcome = await actAs('atelier_api', first.id, change).then(
        ({ rowCount }) => rowCount,
        (error) => error.code,
      )
      // Tables that the api may only read refuse with this code.
      if (outcome !== '42501') expect([change, outcome]).toEqual([change, own?.n])
    }
  }
})

test('a row of another owner is not inserted', async () => {
  const insert = `insert into topics (id, user_id, mode, name)
    values ('top_${'x'.repeat(22)}', 'USER', 'live', 'x')`
  const as = (owner: string) => actAs('atelier_api', first.id, insert.replace('USER', owner))
  expect((await as(first.id)).rowCount).toBe(1)
  await expect(as(second.id)).rejects.toThrow('violates row-level security policy')
})

test('without an owner a statement of the api raises, also after a transaction that had one', async () => {
  // A statement that meets no row has nothing to hide.
  for (const { name } of tables.filter((table) => !MAY_BE_EMPTY.includes(table.name))) {
    const select = `select from ${name} limit 1`
    await expect(run('atelier_api', select), name).rejects.toThrow('ran without one')
    const before = `begin; set local app.user_id = '${first.id}'; commit`
    await expect(run('atelier_api', `${before}; ${select}`), name).rejects.toThrow('ran without one')
  }
  const api = system().app.db
  expect(await api.forOwner(first.id).row(`select current_setting('app.user_id') as id`)).toEqual({
    id: first.id,
  })
  // The setting of one statement does not reach the next one on the same connection.
  expect(await api.row(`select current_setting('app.user_id', true) as id`)).not.toEqual({ id: first.id })
})

test('queries of the api without their condition on the owner show nothing of another user', async () => {
  const revealing: string[] = []
  for (const [text, values] of sent) {
    const mutated = text.replaceAll(/(?:\w+\.)?user_id = (\$\d+)/g, '($1::text is not null)')
    const seenBy = async (role: DatabaseRole) =>
      JSON.stringify((await actAs(role, first.id, mutated, values)).rows)
    const shows = (found: string) => second.ids.some((id) => id !== second.id && found.includes(id))
    expect([mutated, shows(await seenBy('atelier_api'))]).toEqual([mutated, false])
    // More rows than a subquery may return is an error here.
    if (shows(await seenBy('atelier_worker').catch(() => ''))) revealing.push(mutated)
  }
  // Without the policies, these would show what they should not.
  expect(revealing.length).toBeGreaterThan(5)
})

test('before the owner is known, the api reads a few tables and writes none', async () => {
  const { lookup } = system().app.db
  expect(await lookup.row('select count(*)::int > 1 as ok from media')).toEqual({ ok: true })
  for (const statement of ['delete from media', 'select from ledger_entries', 'select from observations'])
    await expect(lookup.row(statement), statement).rejects.toThrow('permission denied')
})

async function readOwnerTables(): Promise<Table[]> {
  const found = await system().app.db.rows<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by 1 order by 1`,
  )
  return found
    .filter(({ name }) => !WITHOUT_OWNER.includes(name))
    .map(({ name, columns }) => {
      const owner = OWNER_OF[name] ?? (columns.includes('user_id') ? 't.user_id = $1' : BY_MEMORY)
      return { name, owner }
    })
}

/** After a change that is undone. */
async function findUnprotected(change: (client: pg.Client) => Promise<unknown>): Promise<string[]> {
  const client = await open('superuser')
  try {
    await client.query('begin')
    await change(client)
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and not (c.relrowsecurity and c.relforcerowsecurity
           and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_owner'
             and p.polcmd = '*' and p.polroles = array['atelier_api'::regrole::oid]))`,
    )
    return rows.map(({ name }) => name).filter((name) => !WITHOUT_OWNER.includes(name))
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/** One statement in the scope of a user, undone afterwards. */
async function actAs(role: DatabaseRole, userId: string, text: string, values: unknown[] = []) {
  const client = await open(role)
  try {
    await client.query(`begin; set local app.user_id = '${userId}'`)
    return await client.query(text, values)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

async function open(role: DatabaseRole | 'superuser'): Promise<pg.Client> {
  const { databaseDirectUrl: databaseUrl } = system().app.config
  const client = new pg.Client({
    connectionString: role === 'superuser' ? databaseUrl : asRole(databaseUrl, role),
  })
  await client.connect()
  return client
}

async function run(role: DatabaseRole | 'superuser', text: string): Promise<void> {
  const client = await open(role)
  await client.query(text).finally(() => client.end())
}
