import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asRole, type DatabaseRole, type Postgres, startPostgres } from '../../harness/processes/index.ts'
import { grant } from '../../src/access/credits/index.ts'
import { createUser } from '../../src/access/identity/index.ts'
import { migrate, openDb } from '../../src/platform/db/index.ts'

const VERSIONS = [
  { version: 18, binDir: undefined },
  { version: 15, binDir: '/usr/lib/postgresql/15/bin' },
]
const LEDGER = ['credit_accounts', 'ledger_entries', 'credit_grants']
const DENIED = '42501'

describe.each(VERSIONS)('on PostgreSQL $version', ({ binDir }) => {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-roles-'))
  let server: Postgres
  let url = ''
  let users: { mine: string; other: string }

  beforeAll(async () => {
    server = await startPostgres({ dir, ...(binDir && { binDir }), durable: false })
    await run(server.url(), 'create role migrator login createrole')
    // Roles belong to the cluster: two databases that are migrated at the same time create the same ones.
    for (const name of ['one', 'two'])
      await run(server.url(), `create database ${name} owner migrator template template0`)
    const urls = ['one', 'two'].map((name) => asLogin(server.url(name), 'migrator'))
    await run(server.url('one'), 'alter schema public owner to migrator')
    await run(server.url('two'), 'alter schema public owner to migrator')
    const applied = await Promise.all(urls.map((one) => migrate(one)))
    expect(applied.map((files) => files.length > 0)).toEqual([true, true])
    url = server.url('one')
    const db = openDb({ url: asRole(url, 'atelier_worker'), poolSize: 2, onIdleError: () => undefined })
    const create = (email: string) => createUser(db, { email, passwordHash: 'none' }) as Promise<string>
    users = { mine: await create('mine@atelier.test'), other: await create('other@atelier.test') }
    for (const userId of Object.values(users))
      await grant(db, { userId, amount: 1_000, kind: 'grant', note: 'for the test' })
    await db.close()
  }, 120_000)

  afterAll(async () => {
    await server?.kill9()
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  })

  test('a login that is no superuser migrates, again and again, and owns nothing afterwards', async () => {
    expect(await migrate(asLogin(url, 'migrator'))).toEqual([])
    const { rows } = await run(
      url,
      `select distinct relowner::regrole::text as owner from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'i', 'S')
       union select proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ owner: 'atelier_owner' }])
  })

  test('what an earlier release created as another owner is taken over', async () => {
    await run(url, 'alter table media owner to atelier; alter function app_uid() owner to atelier')
    await migrate(url)
    const { rows } = await run(
      url,
      `select relowner::regrole::text as owner from pg_class where relname = 'media'`,
    )
    expect(rows).toEqual([{ owner: 'atelier_owner' }])
  })

  test.each(['atelier_api', 'atelier_worker', 'atelier_lookup', 'atelier_owner'])(
    '%s is neither superuser nor free of the policies',
    async (role) => {
      const { rows } = await run(
        url,
        `select rolsuper, rolbypassrls, rolcreaterole, rolreplication, rolcanlogin from pg_roles
         where rolname = '${role}'`,
      )
      const rolcanlogin = ['atelier_api', 'atelier_worker'].includes(role)
      const none = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolreplication: false }
      expect(rows).toEqual([{ ...none, rolcanlogin }])
    },
  )

  test.each(['atelier_api', 'atelier_worker'] as const)(
    '%s has its time limits on every connection, and another migration restores them',
    async (role) => {
      const limits = async () => {
        const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
        const shown = names.map((name) => `current_setting('${name}') as ${name}`)
        const { rows } = await run(asRole(url, role), `select ${shown}`)
        return Object.values(rows[0])
      }
      expect(await limits()).toEqual(['2s', '5s', '10s'])
      await run(
        url,
        `alter role ${role} set lock_timeout = '1min'; alter role ${role} reset statement_timeout`,
      )
      expect(await limits()).toEqual(['1min', '0', '10s'])
      await migrate(asLogin(url, 'migrator'))
      expect(await limits()).toEqual(['2s', '5s', '10s'])
    },
  )

  test('a worker keeps its plans, and the api plans its lists for their values', async () => {
    const mode = async (role: 'atelier_api' | 'atelier_worker') =>
      (await run(asRole(url, role), `select current_setting('plan_cache_mode') as mode`)).rows
    expect(await mode('atelier_worker')).toEqual([{ mode: 'force_generic_plan' }])
    expect(await mode('atelier_api')).toEqual([{ mode: 'auto' }])
  })

  test('a login that may not set the time limits is told so', async () => {
    await run(url, `create role second_login login; grant atelier_owner to second_login`)
    await migrate(asLogin(url, 'second_login'))
    await run(url, `alter role atelier_api reset lock_timeout`)
    await expect(migrate(asLogin(url, 'second_login'))).rejects.toThrow(
      'have no time limits and second_login',
    )
    await migrate(url)
  })

  test.each(['atelier_api', 'atelier_worker'] as const)(
    '%s reads the ledger, and cannot write it',
    async (role) => {
      const tamper = LEDGER.flatMap((table) => [
        `insert into ${table} select * from ${table}`,
        `update ${table} set mode = mode`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} disable row level security`,
        `alter table ${table} add column note_of_mine text`,
        `drop table ${table} cascade`,
        `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
      ])
      const others = [
        'set session_replication_role = replica',
        'set role atelier_owner',
        'set session authorization atelier_owner',
        'create or replace function app_uid() returns text language sql as $$select null$$',
        'delete from migrations',
        'delete from rate_logs',
        'update this_cell set name = name',
        'create table mine (id int)',
      ]
      for (const statement of [...tamper, ...others])
        expect([statement, await codeOf(actAs(role, users.mine, statement))]).toEqual([statement, DENIED])
      const { rows } = await actAs(role, users.mine, `select user_id from credit_accounts order by user_id`)
      const everyone = Object.values(users).toSorted()
      expect(rows.map((row) => row.user_id)).toEqual(role === 'atelier_api' ? [users.mine] : everyone)
    },
  )

  test.each(['model_times', 'provider_pauses', 'signed_heads', 'worker_pulses', 'sweep_progress'])(
    'the api reads %s, and cannot write it',
    async (table) => {
      expect(await codeOf(actAs('atelier_api', users.mine, `delete from ${table}`))).toBe(DENIED)
      await actAs('atelier_api', users.mine, `select from ${table}`)
      await actAs('atelier_worker', '', `delete from ${table}`)
    },
  )

  test.each(['atelier_api', 'atelier_worker'] as const)(
    '%s reads the record of changes, and cannot write it; nobody changes what is in it',
    async (role) => {
      for (const statement of [
        'insert into audit_events select * from audit_events',
        `update audit_events set actor_id = 'nobody'`,
        'delete from audit_events',
        'truncate audit_events',
        'alter table audit_events disable trigger all',
      ])
        expect([statement, await codeOf(actAs(role, users.mine, statement))]).toEqual([statement, DENIED])
      const { rowCount } = await actAs(role, users.mine, 'select id from audit_events')
      expect(rowCount).toBeGreaterThan(0)
      for (const statement of [`update audit_events set actor_id = 'nobody'`, 'delete from audit_events'])
        await expect(run(url, statement)).rejects.toThrow(/append-only/)
    },
  )

  test('through the functions of the ledger the api posts for its owner, and for no other', async () => {
    const post = (userId: string, id: string) =>
      `select posted, balance_now from post_entry('txn_${id.repeat(22)}', '${userId}', 'live', 'charge',
         -10, 'image', 'generated_media', 'med_${id.repeat(22)}', null)`
    expect((await actAs('atelier_api', users.mine, post(users.mine, 'a'))).rows).toMatchObject([
      { posted: true },
    ])
    await expect(actAs('atelier_api', users.mine, post(users.other, 'b'))).rejects.toThrow('no account for')
    expect((await actAs('atelier_worker', '', post(users.other, 'c'))).rows).toMatchObject([{ posted: true }])
  })

  const actAs = (role: DatabaseRole, userId: string, statement: string) =>
    run(asRole(url, role), `begin; set local app.user_id = '${userId}'; ${statement}; rollback`).then(
      (results) => (results as unknown as pg.QueryResult[])[2] as pg.QueryResult,
    )
})

const asLogin = (url: string, login: string): string => url.replace(/\/\/[^@]*@/, `//${login}@`)

async function run(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client.query(text).finally(() => client.end())
}

const codeOf = (running: Promise<unknown>): Promise<string | undefined> =>
  running.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
