import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asRole, findFreePort, type Pooler, startPooler } from '../../harness/processes/index.ts'
import {
  CallerLeft,
  CommitUnknown,
  DatabaseBusy,
  DatabaseUnavailable,
  type Db,
  inOneProcess,
  openDb,
} from '../../src/platform/db/index.ts'
import { cloneDatabase, openSystem, type TestSystem } from '../use-system.ts'

/** Api and worker through a pooler that lends a server connection for one transaction. */

let dir: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let pooler: Pooler
let system: TestSystem
let api: Db

/** The pooler lends a role so many. */
const OF_ONE_ROLE = 40

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atelier-pooler-'))
  database = await cloneDatabase()
  const place = { dir, port: await findFreePort(), logFile: join(dir, 'pooler.log') }
  pooler = await startPooler({ ...place, postgresUrl: inject('postgresUrl') })
  const addresses = { DATABASE_URL: pooler.through(database.url), DATABASE_DIRECT_URL: database.url }
  system = await openSystem({ ...addresses, IMAGE_STALL_SECONDS: '60' }, () => {})
  api = openApiDb()
})
afterAll(async () => {
  await api?.close()
  await system?.close()
  await pooler?.stop()
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const openApiDb = (poolSize = 8): Db =>
  openDb({
    url: asRole(pooler.through(database.url), 'atelier_api'),
    directUrl: asRole(database.url, 'atelier_api'),
    poolSize,
    onIdleError: () => undefined,
  })

async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) if (await isTrue()) return
  throw new Error('not within 20 s')
}

test('a job is charged and completed, by an api and a worker that both use the pooler', async () => {
  const user = await system.createUser()
  const { status, body } = await system.submit(user)
  expect(status).toBe(201)
  expect(await system.finished(user, body.id)).toMatchObject({ status: 'completed', charged: 'charged' })
  expect(await system.entries(user, body.id)).toHaveLength(1)
  const servers = await pooler.show<{ user: string }>('servers')
  expect([...new Set(servers.map((one) => one.user))]).toEqual(
    expect.arrayContaining(['atelier_api', 'atelier_worker']),
  )
})

test('a statement sees the rows of its owner only, whichever connection the pooler lends it', async () => {
  const ask = async (userId: string) =>
    (await api.forOwner(userId).row<{ id: string }>(`select current_setting('app.user_id') as id`))?.id
  const ids = Array.from({ length: 200 }, (_, i) => `usr_${i}`)
  expect(await Promise.all(ids.map(ask))).toEqual(ids)
  expect(await api.lookup.row('select current_user as name')).toEqual({ name: 'atelier_lookup' })
  const left = `select coalesce(current_setting('app.user_id', true), '') as id, current_user as name`
  const after = await Promise.all(Array.from({ length: 50 }, () => api.row(left)))
  for (const row of after) expect(row).toEqual({ id: '', name: 'atelier_api' })
})

test('a wait for a lock ends with 503 after its limit, and the same submit passes afterwards', async () => {
  const user = await system.createUser()
  const read = () => system.call('GET', '/api/gen/credits', { key: user.apiKey })
  expect([(await system.submit(user)).status, (await read()).status]).toEqual([201, 200])
  await system.app.db.transaction(async (tx) => {
    await tx.row('select from rate_logs where user_id = $1 for update', [user.id])
    const { status, body } = await system.submit(user, { clientRef: 'held' })
    expect([status, body]).toMatchObject([503, { code: 'service_unavailable', charged: 'none' }])
    expect((await read()).status).toBe(503)
  })
  expect((await system.submit(user, { clientRef: 'held' })).status).toBe(201)
  expect((await system.entries(user)).filter(({ amount }) => amount < 0)).toHaveLength(2)
})

test('a statement that takes too long is ended by the setting of its role', async () => {
  const startedAt = performance.now()
  await expect(api.row('select pg_sleep(7)')).rejects.toThrow(DatabaseBusy)
  expect(performance.now() - startedAt).toBeLessThan(6_500)
  await expect(api.transaction((tx) => tx.row('select pg_sleep(7)'), { lockMs: 100 })).rejects.toThrow(
    DatabaseBusy,
  )
  expect(await api.row('select 1 as one')).toEqual({ one: 1 })
})

test('the statement of a caller who left is cancelled, and no other one', async () => {
  const controller = new AbortController()
  const sleeping = `select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep(120)%'`
  const run = (signal: AbortSignal, statement: string) =>
    system.app.heavy.run('user', signal, (db) =>
      db.transaction(async (tx) => {
        await tx.row('set local statement_timeout = 0')
        return tx.row(statement)
      }),
    )
  const left = run(controller.signal, 'select pg_sleep(120)').catch((error) => error)
  const stays = run(new AbortController().signal, 'select 1 as one from pg_sleep(2)')
  await waitUntil(async () => (await system.app.db.row(sleeping)) !== undefined)
  controller.abort()
  expect(await left).toBeInstanceOf(CallerLeft)
  expect(await stays).toEqual({ one: 1 })
  expect(await system.app.db.row(sleeping)).toBeUndefined()
})

test('a session lock is taken past the pooler, and is free again with its session', async () => {
  const { db } = system.app
  const hold = () => inOneProcess(db, 'restarts', () => inOneProcess(db, 'restarts', async () => 'second'))
  for (let i = 0; i < 5; i++) expect(await hold()).toBeUndefined()
  expect(await inOneProcess(db, 'restarts', async () => 'held')).toBe('held')
  const url = pooler.through(database.url)
  const wrong = openDb({ url, poolSize: 1, onIdleError: () => undefined })
  await expect(inOneProcess(wrong, 'restarts', async () => 'held')).rejects.toThrow('DATABASE_DIRECT_URL')
  await wrong.close()
})

test('a statement that gets no server connection in time is refused; other connections stay', async () => {
  const crowd = openApiDb(OF_ONE_ROLE)
  try {
    const busy = Array.from({ length: OF_ONE_ROLE }, () => crowd.row('select 1 as one from pg_sleep(4)'))
    await sleep(500)
    const refused = await api.row('select 1').catch((error: Error) => error)
    expect(refused).toBeInstanceOf(DatabaseUnavailable)
    expect((refused as Error).message).toContain('query_wait_timeout')
    for (const row of await Promise.all(busy)) expect(row).toEqual({ one: 1 })
  } finally {
    await crowd.close()
  }
  expect(await api.row('select 1 as one')).toEqual({ one: 1 })
})

test('a server connection that ends during a commit is an unknown commit', async () => {
  const { db } = system.app
  await db.row('create table ended_commits (n int)')
  await db.row(`create function end_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await db.row(`create constraint trigger at_commit after insert on ended_commits
    deferrable initially deferred for each row execute function end_connection()`)
  const commit = db.transaction((tx) => tx.row('insert into ended_commits values (1)'))
  await expect(commit).rejects.toThrow(CommitUnknown)
  await db.row('drop table ended_commits')
})

test('without the pooler submits are refused unpaid; with it each is charged once', async () => {
  const user = await system.createUser()
  system.app.config.rateLimits.submits = 1_000
  const refs = Array.from({ length: 20 }, (_, i) => `killed ${i}`)
  const submit = (clientRef: string) => system.submit(user, { clientRef })
  const health = async () => (await system.call('GET', '/health')).status
  expect(await health()).toBe(200)

  const underWay = Promise.all(refs.map(submit))
  await sleep(30)
  await pooler.kill9()
  const refused = await submit('down')
  expect([refused.status, refused.body]).toMatchObject([503, { charged: 'none' }])
  await expect.poll(health, { timeout: 10_000 }).toBe(503)
  await pooler.start()
  for (const { status, body } of await underWay) {
    expect([201, 503]).toContain(status)
    if (status === 503) expect(['none', 'unknown']).toContain(body.charged)
  }

  await expect.poll(health, { timeout: 10_000 }).toBe(200)
  for (const ref of [...refs, 'down']) {
    const { status, body } = await submit(ref)
    expect([status, body]).toMatchObject([expect.toBeOneOf([200, 201]), { creditsCost: 400 }])
    expect(await system.finished(user, body.id)).toMatchObject({ status: 'completed' })
  }
  expect((await system.entries(user)).filter(({ amount }) => amount < 0)).toHaveLength(refs.length + 1)
}, 60_000)
