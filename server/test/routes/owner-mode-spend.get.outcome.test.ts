import { SpendAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { grant, readSpendEntries } from '../../src/access/credits/index.ts'
import { createKey, ownerOf } from '../../src/access/identity/index.ts'
import { openSessionOf } from '../open-session.ts'
import { type TestUser, useSystem } from '../use-system.ts'
import { makeProduct } from './make-album.ts'

const system = useSystem()

async function spendOf(user: TestUser, query = '') {
  const headers = await openSessionOf(system().app.db, user)
  const { status, body } = await system().call('GET', `/api/owner/live/spend${query}`, { headers })
  expect([status, body.code]).toEqual([200, undefined])
  return SpendAnswer.parse(body)
}

/** Charges and refunds of random amounts on random days, in the order of the chain. */
async function makeHistory(user: TestUser, days: number, jobs: number): Promise<void> {
  const { db } = system().app
  await db.transaction(async (tx) => {
    // The functions of the ledger take the time of the database, so the days are set in a copy of it.
    await tx.row(`alter table ledger_entries disable trigger all`)
    for (let job = 0; job < jobs; job++) {
      const ago = Math.floor(((jobs - job) / jobs) * days)
      const amount = 400 * (1 + Math.floor(Math.random() * 4))
      const id = `med_${String(job).padStart(6, '0')}${user.id.slice(-16)}`
      const post = (kind: string, sum: number, reverses: string | null) =>
        tx.row(
          `insert into ledger_entries (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type,
             ref_id, reverses, tx_hash, seal, created_at)
           select 'txn_' || left(md5($1::text || $4::text), 22), $2::text, 'live',
             (select max(seq) + 1 from ledger_entries where user_id = $2::text and mode = 'live'),
             $3::bigint, 0, $4::text,
             'image_generation', 'generated_media', $1::text, $5::text, sha256(''), sha256(''),
             now() - $6::int * interval '1 day'`,
          [id, user.id, sum, kind, reverses, ago],
        )
      await post('charge', -amount, null)
      const charge = `select id from ledger_entries where ref_id = $1 and kind = 'charge'`
      const charged = await tx.row<{ id: string }>(charge, [id])
      if (Math.random() < 0.3) await post('refund', amount, charged?.id ?? null)
    }
    await tx.row(`alter table ledger_entries enable trigger all`)
  })
}

test('the sums of random users and days are those of the ledger', async () => {
  const { app, createUser } = system()
  for (let round = 0; round < 3; round++) {
    const user = await createUser()
    await makeHistory(user, 40, 60)
    const { since, until, rows, total } = await spendOf(user, '?by=day')
    const wanted = await app.db.rows(
      `select (created_at at time zone 'utc')::date::text as day, null as of,
         coalesce(-sum(amount) filter (where kind = 'charge'), 0)::bigint as charged,
         coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded,
         -sum(amount)::bigint as spent, count(*) filter (where kind = 'charge') as jobs
       from ledger_entries where user_id = $1 and kind in ('charge', 'refund')
         and (created_at at time zone 'utc')::date between $2::date and $3::date group by 1 order by 1`,
      [user.id, since, until],
    )
    expect(rows).toEqual(wanted)
    expect(total.spent).toBe(rows.reduce((sum, { spent }) => sum + spent, 0))
    const byKey = await spendOf(user, '?by=key')
    expect(byKey.total).toEqual(total)
    expect(new Set(byKey.rows.map(({ of }) => of))).toEqual(new Set(['archived']))
    // The rows were written past the ledger's functions, so they must not stay.
    await app.db.transaction(async (tx) => {
      await tx.row(`alter table ledger_entries disable trigger all`)
      await tx.row(`delete from ledger_entries where user_id = $1 and kind in ('charge', 'refund')`, [
        user.id,
      ])
      await tx.row(`alter table ledger_entries enable trigger all`)
    })
  }
})

test('pages of any size give the same entries', async () => {
  const { app, createUser, submit, finished } = system()
  const user = await createUser()
  for (const model of ['simulator/fail', 'simulator/ok', 'simulator/fail'])
    await finished(user, (await submit(user, { model })).body.id)
  const owner = ownerOf(user.id, 'live')
  const read = async (pageRows: number) => {
    const found = []
    const period = { since: '2020-01-01', until: '2099-01-01', pageRows }
    for await (const page of readSpendEntries(app.db, owner, period)) found.push(...page)
    return found
  }
  const whole = await read(1_000)
  expect(whole).toHaveLength(5)
  for (const size of [1, 2, 3, 5, 6]) expect(await read(size)).toEqual(whole)
})

test('jobs are grouped by key, product and model, with null for what is not there', async () => {
  const { app, call, createUser, submit, finished } = system()
  const user = await createUser()
  const { key, secret } = await createKey(app.db, user.id, { name: 'second' })
  const product = await makeProduct(system(), user)
  await finished(user, (await submit(user, { productId: product.id })).body.id)
  const failed = { ...user, apiKey: secret, keyId: key.id }
  await finished(failed, (await submit(failed, { model: 'simulator/fail' })).body.id)
  const headers = await openSessionOf(app.db, user)
  const byHand = await call('POST', '/api/owner/live/gen/image', { headers, body: { prompt: 'x', n: 2 } })
  await finished(user, byHand.body.id)
  const spent = async (by: string) =>
    (await spendOf(user, `?by=${by}`)).rows.map(({ of, spent, jobs }) => [of, spent, jobs])
  expect(new Set(await spent('key'))).toEqual(
    new Set([
      [user.keyId, 400, 1],
      [key.id, 0, 1],
      [null, 800, 1],
    ]),
  )
  expect(new Set(await spent('product'))).toEqual(
    new Set([
      [product.id, 400, 1],
      [null, 800, 2],
    ]),
  )
  expect(new Set(await spent('model'))).toContainEqual(['simulator/fail', 0, 1])
  expect(await spent('day')).toEqual([[null, 1_200, 3]])
})

test('grants are no spend, and a user without an account has spent nothing', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  await grant(app.db, { userId: user.id, amount: 5_000, kind: 'purchase', note: 'x', externalRef: user.id })
  expect(await spendOf(user)).toMatchObject({ rows: [], total: { spent: 0, jobs: 0 } })
})

test.each([
  '?since=2026-01-01&until=2026-04-03',
  '?since=2026-01-02&until=2026-01-01',
  '?since=2026-02-30',
  '?by=colour',
])('%s is answered 400', async (query) => {
  const { app, call, createUser } = system()
  const headers = await openSessionOf(app.db, await createUser())
  expect((await call('GET', `/api/owner/live/spend${query}`, { headers })).status).toBe(400)
})
