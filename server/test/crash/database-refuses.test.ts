import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../harness/processes/index.ts'
import {
  CommitUnknown,
  DatabaseBusy,
  DatabaseUnavailable,
  migrate,
  openDb,
} from '../../src/platform/db/index.ts'
import { observation, row, send } from '../routes/make-report.ts'
import { openSystem, type Reply, type TestSystem } from '../use-system.ts'

/** A database that answers, and refuses: locks that are held, no writes, no connections. */

let dir: string
let postgres: Postgres
let system: TestSystem
let admin: pg.Client

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atelier-refuses-'))
  postgres = await startPostgres({ dir, durable: false })
  await migrate(postgres.url())
  system = await openSystem({ DATABASE_URL: postgres.url(), IMAGE_STALL_SECONDS: '120' }, () => {})
  admin = new pg.Client({ connectionString: postgres.url() })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await system.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a response can be anything.
function expectUnavailable({ status, body, headers }: Reply<any>): void {
  expect([status, body]).toMatchObject([503, { code: 'service_unavailable', charged: 'none' }])
  expect(body.error).toMatch(/again/)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Runs `work` while another session holds the rows of `statement`. */
async function whileLocked<T>(statement: string, values: string[], work: () => Promise<T>): Promise<T> {
  await admin.query('begin')
  try {
    const { rowCount } = await admin.query(statement, values)
    expect(rowCount).toBeGreaterThan(0)
    return await work()
  } finally {
    await admin.query('rollback')
  }
}

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await admin.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await admin.query('select pg_reload_conf()')
}

test('a rate-limit row that is held makes submits and reads 503, and they pass afterwards', async () => {
  const { call, createUser, submit } = system
  const user = await createUser()
  const read = () => call('GET', '/api/gen/credits', { key: user.apiKey })
  expect([(await submit(user)).status, (await read()).status]).toEqual([201, 200])
  const answers = await whileLocked('select from rate_logs where user_id = $1 for update', [user.id], () =>
    Promise.all([submit(user), submit(user, { clientRef: 'held' }), read(), read()]),
  )
  for (const answer of answers) expectUnavailable(answer)
  const again = await submit(user, { clientRef: 'held' })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect((await read()).status).toBe(200)
  expect((await system.entries(user)).filter(({ amount }) => amount < 0)).toHaveLength(2)
})

test('of two submits with one clientRef behind a held row, one is told of the other', async () => {
  const { createUser, submit } = system
  const user = await createUser()
  expect((await submit(user)).status).toBe(201)
  const answers = await whileLocked('select from rate_logs where user_id = $1 for update', [user.id], () =>
    Promise.all([1, 2].map(() => submit(user, { clientRef: 'twin' }))),
  )
  const codes = answers.map(({ body }) => body.code).sort()
  expect(codes).toContain('client_ref_in_progress')
  expect(['client_ref_in_progress', 'service_unavailable']).toContain(codes[1])
})

test('28 reports behind a held memory are 503, and each is stored when it is sent again', async () => {
  const { createUser } = system
  const user = await createUser()
  const report = (i: number) =>
    send(system, user, observation([row('2026-11-01')], { platformAdId: `ad ${i}`, idempotencyKey: `k${i}` }))
  expect((await report(0)).status).toBe(201)
  const answers = await whileLocked('select from memories where user_id = $1 for update', [user.id], () =>
    Promise.all(Array.from({ length: 28 }, (_, i) => report(i + 1))),
  )
  for (const answer of answers) expectUnavailable(answer)
  for (let i = 1; i <= 28; i++) expect((await report(i)).status).toBe(201)
})

test('a read-only database refuses submits before charging, is unhealthy, and recovers', async () => {
  const { call, createUser, submit, finished } = system
  const user = await createUser()
  const health = async () => (await call('GET', '/health')).status
  const open = (await submit(user, { model: 'simulator/slow' })).body.id
  expect(await health()).toBe(200)
  await setReadOnly(true)
  try {
    await expect.poll(health, { timeout: 10_000 }).toBe(503)
    for (let i = 0; i < 3; i++) expectUnavailable(await submit(user, { clientRef: 'closed' }))
    expectUnavailable(await call('GET', '/api/gen/credits', { key: user.apiKey }))
    expect(await health()).toBe(503)
  } finally {
    await setReadOnly(false)
  }
  await expect.poll(health, { timeout: 10_000 }).toBe(200)
  expect(await finished(user, open)).toMatchObject({ status: 'completed', charged: 'charged' })
  expect((await submit(user, { clientRef: 'closed' })).status).toBe(201)
  expect((await system.entries(user)).filter(({ amount }) => amount < 0)).toHaveLength(2)
})

test('each error of the database has its class; only some connections are used again', async () => {
  const db = openDb({ url: postgres.url(), poolSize: 1, onIdleError: () => undefined })
  const raise = (state: string) =>
    db.row(`do $$ begin raise exception 'x' using errcode = '${state}'; end $$`)
  const backend = async () => (await db.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid
  try {
    for (const state of ['25006', '53100', '53200', '53300', '57P01', '57P03', '08006', '58030']) {
      const before = await backend()
      await expect(raise(state), state).rejects.toThrow(DatabaseUnavailable)
      expect(await backend(), state).not.toBe(before)
      await expect(
        db.transaction((tx) => tx.row(`do $$ begin raise sqlstate '${state}'; end $$`)),
      ).rejects.toThrow(DatabaseUnavailable)
    }
    for (const state of ['55P03', '57014', '40001', '40P01']) {
      const before = await backend()
      await expect(raise(state), state).rejects.toThrow(DatabaseBusy)
      expect(await backend(), state).toBe(before)
    }
    const before = await backend()
    await expect(raise('22012')).rejects.not.toThrow(DatabaseUnavailable)
    expect(await backend()).toBe(before)
  } finally {
    await db.close()
  }
})

test('after one read-only answer no older connection is used, also for reads', async () => {
  const db = openDb({ url: postgres.url(), poolSize: 4, onIdleError: () => undefined })
  const backends = async () => {
    const rows = await Promise.all(
      Array.from({ length: 4 }, () =>
        db.row<{ pid: number }>('select pg_backend_pid() as pid from pg_sleep(0.2)'),
      ),
    )
    return rows.map((one) => one?.pid)
  }
  try {
    const before = await backends()
    await expect(db.row(`do $$ begin raise sqlstate '25006'; end $$`)).rejects.toThrow(DatabaseUnavailable)
    const after = await backends()
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
  } finally {
    await db.close()
  }
})

test('a transaction in which a failed statement was overlooked is not committed', async () => {
  const { db } = system.app
  const overlook = db.transaction(async (tx) => {
    await tx.row('select 1 / 0').catch(() => undefined)
    return 'done'
  })
  await expect(overlook).rejects.toThrow('rolled back')
})

test('a connection that ends during a commit is an unknown commit', async () => {
  const { db } = system.app
  await db.row('create table if not exists slow_commits (n int)')
  await db.row(`create or replace function end_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await db.row(`create constraint trigger at_commit after insert on slow_commits deferrable initially deferred
    for each row execute function end_connection()`)
  await expect(db.transaction((tx) => tx.row('insert into slow_commits values (1)'))).rejects.toThrow(
    CommitUnknown,
  )
  await db.row('drop table slow_commits')
})

test('the host that accepts writes is found among those named', async () => {
  const [, real] = /@([^/]*)\//.exec(postgres.url()) as unknown as [string, string]
  const url = postgres.url().replace(real, `127.0.0.1:1,${real}`)
  const db = openDb({
    url: `${url}?target_session_attrs=read-write`,
    poolSize: 2,
    onIdleError: () => undefined,
  })
  try {
    await db.ping()
    expect(await db.row('select 1 as n')).toEqual({ n: 1 })
    await setReadOnly(true)
    await expect
      .poll(
        () =>
          db.ping().then(
            () => 'writes',
            () => 'none',
          ),
        { timeout: 10_000 },
      )
      .toBe('none')
    // With a choice of hosts, one that accepts no writes is not read from either.
    await expect(db.row('select 1')).rejects.toThrow(DatabaseUnavailable)
  } finally {
    await setReadOnly(false)
    await db.close()
  }
})
