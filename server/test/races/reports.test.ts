import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CommitUnknown, type Tx } from '../../src/platform/db/index.ts'
import { claim, observation, row, rowsOf, secondKey, send, seriesOf } from '../routes/make-report.ts'
import { changeTransactions, type TestUser, useSystem } from '../use-system.ts'

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 5)

/** The next commits whose answers are lost, and whether each commit took place. */
const lostCommits: ('done' | 'undone')[] = []

const system = useSystem({}, (app, apiDb) => {
  app.config.rateLimits.reports = 1_000_000
  changeTransactions(apiDb, (transaction) => async (work) => {
    const outcome = lostCommits.shift()
    if (outcome === 'undone') throw new CommitUnknown(new Error('connection lost'))
    const result = await transaction(work)
    if (outcome === 'done') throw new CommitUnknown(new Error('connection lost'))
    return result
  })
})

/** Counts the rows of a user in each table. */
const countRows = async ({ id }: TestUser) =>
  system().app.db.row(
    `select (select count(*)::int from report_keys where memory_id = m.id) as keys,
       (select count(*)::int from observations where memory_id = m.id) as rows,
       (select count(*)::int from series where memory_id = m.id) as series,
       (select count(*)::int from ads where memory_id = m.id) as ads,
       (select count(*)::int from claims where memory_id = m.id) as claims
     from (select (select id from memories where user_id = $1) as id) m`,
    [id],
  )

const noRows = { keys: 0, rows: 0, series: 0, ads: 0, claims: 0 }

/** Locks the memory of a user while `work` runs. */
const whileLocked = <T>({ id }: TestUser, work: (tx: Tx) => Promise<T>): Promise<T> =>
  system().app.db.transaction(async (tx) => {
    await tx.row(`select from memories where user_id = $1 for update`, [id])
    return work(tx)
  })

async function waitForBlockedBackend(): Promise<number> {
  for (const until = Date.now() + 5_000; Date.now() < until; await sleep(10)) {
    const found = await system().app.db.row<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (found) return found.pid
  }
  throw new Error('no backend waits for a lock')
}

test('of 30 concurrent reports under one key one is stored; others are replays or conflicts', async () => {
  const user = await system().createUser()
  const body = observation([row('2026-11-01'), row('2026-11-02')])
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(system(), user, body)))
  const accepted = answers.filter(({ status }) => status === 201)
  expect(new Set(accepted.map((one) => one.body.report.id)).size).toBe(1)
  expect(accepted.filter((one) => one.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  for (const { status, body: answer } of answers.filter((one) => one.status !== 201))
    expect([status, answer.code, answer.inFlight]).toEqual([409, 'idempotency_conflict', true])
  expect(await rowsOf(system().app.db, user)).toHaveLength(2)
})

test('a key in flight is answered 409 immediately, and is replayed once the report is stored', async () => {
  const user = await system().createUser()
  await send(system(), user, claim())
  const body = observation([row('2026-11-01')])
  const first = await whileLocked(user, async () => {
    const sent = send(system(), user, body)
    await waitForBlockedBackend()
    const second = await send(system(), user, body)
    expect([second.status, second.body.code, second.body.inFlight]).toEqual([
      409,
      'idempotency_conflict',
      true,
    ])
    expect(second.headers.get('retry-after')).toBe('1')
    return { sent }
  })
  expect((await first.sent).status).toBe(201)
  expect((await send(system(), user, body)).headers.get('idempotent-replayed')).toBe('true')
})

test('a report whose connection dies half-way leaves no rows and can be sent again', async () => {
  const user = await system().createUser()
  await send(system(), user, claim())
  const before = await countRows(user)
  const body = observation([row('2026-11-01')], { platformAdId: 'another' })
  const { sent } = await whileLocked(user, async (tx) => {
    const sent = send(system(), user, body)
    await tx.row(`select pg_terminate_backend($1)`, [await waitForBlockedBackend()])
    return { sent }
  })
  expect((await sent).status).toBe(503)
  expect(await countRows(user)).toEqual(before)
  const again = await send(system(), user, body)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
})

test('a failure in the last step rolls back the key, the rows and the sums', async () => {
  const user = await system().createUser()
  const { db } = system().app
  await db.row(`create function break_it() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$`)
  await db.row(`create trigger break_it before insert on product_conclusions execute function break_it()`)
  const body = observation([row('2026-11-01')])
  expect((await send(system(), user, body)).status).toBe(500)
  expect(await countRows(user)).toEqual(noRows)
  await db.row(`drop trigger break_it on product_conclusions`)
  expect((await send(system(), user, body)).body.report.accepted).toBe(1)
})

test.each([[['done']], [['undone']], [['undone', 'done']]] as const)(
  'when the answers to commits are lost (%j), the report is stored once and answered as new',
  async (outcomes) => {
    const user = await system().createUser()
    lostCommits.push(...outcomes)
    const sent = await send(system(), user, observation([row('2026-11-01')]))
    expect([sent.status, sent.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(sent.body.report.accepted).toBe(1)
    expect(await countRows(user)).toMatchObject({ keys: 1, rows: 1 })
  },
)

test('in a burst beyond the rate limit only the allowed reports are stored', async () => {
  const user = await system().createUser()
  system().app.config.rateLimits.reports = 5
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => send(system(), user, observation([row(`2026-10-${10 + i}`)]))),
  )
  system().app.config.rateLimits.reports = 1_000_000
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect(await countRows(user)).toMatchObject({ keys: 5, rows: 5 })
})

test('with concurrent readings of two keys the newest counts and makes up every sum', {
  timeout: 30_000 + 1_000 * ROUNDS,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const user = await system().createUser()
    const other = await secondKey(system().app.db, user)
    const readings = [1, 2, 3, 4, 5, 6].map((n) =>
      row('2026-11-01', { spend: n, currency: n % 2 ? 'EUR' : 'USD', fetchedAt: `2026-11-0${n}T00:00:00Z` }),
    )
    const shuffled = readings.toSorted(() => Math.random() - 0.5)
    const answers = await Promise.all(
      shuffled.map((one, i) => send(system(), i % 2 ? user : other, observation([one]))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(answers.filter(({ body }) => body.report.accepted === 1)).toHaveLength(1)
    const stored = await rowsOf(system().app.db, user)
    expect(stored.filter((one) => one.is_current).map((one) => one.spend)).toEqual([6])
    const series = await seriesOf(system().app.db, user)
    expect(series.reduce((sum, one) => sum + one.spend, 0)).toBe(6)
  }
})
