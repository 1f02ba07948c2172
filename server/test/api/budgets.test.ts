import { Credits } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey, rotateKey } from '../../src/access/identity/index.ts'
import { setKeyLimits } from '../routes/make-order.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()
/** A model that completes: a refund during a test would free part of the budget. */
const model = 'simulator/ok'

async function budgetOf(user: TestUser) {
  const { body } = await system().call('GET', '/api/gen/credits', { key: user.apiKey })
  return Credits.strict().parse(body).budget
}

test('a job above the limit per job is answered 403, is not charged, and counts as a submit', async () => {
  const { createUser, submit, entries } = system()
  const user = await createUser()
  await setKeyLimits(system(), user, { perJob: 400 })
  const { status, headers, body } = await submit(user, { model, n: 2 })
  expect([status, body]).toMatchObject([
    403,
    { code: 'budget_exceeded', limit: 400, spent: 0, required: 800, resetsAt: null, charged: 'none' },
  ])
  expect(headers.get('x-ratelimit-remaining')).toBe('9')
  expect((await submit(user, { model })).status).toBe(201)
  expect(await entries(user)).toHaveLength(2)
})

test('the daily limit can be spent to the last credit, and the budget shows what is left', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  await setKeyLimits(system(), user, { daily: 1_200 })
  expect(await budgetOf(user)).toMatchObject({ dailyLimit: 1_200, dailySpent: 0, dailyRemaining: 1_200 })
  expect((await submit(user, { model, n: 2 })).status).toBe(201)
  expect(await budgetOf(user)).toMatchObject({ dailySpent: 800, dailyRemaining: 400, perJobLimit: null })
  const refused = await submit(user, { model, n: 2 })
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'budget_exceeded', limit: 1_200, spent: 800, required: 800 },
  ])
  const midnight = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(refused.body.resetsAt).toBe(`${midnight}T00:00:00.000Z`)
  expect((await submit(user, { model })).status).toBe(201)
  expect((await submit(user, { model })).body.code).toBe('budget_exceeded')
})

test('refunds of failed jobs and missing files free the daily budget', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  await setKeyLimits(system(), user, { daily: 800 })
  const failed = (await submit(user, { model: 'simulator/fail', n: 2 })).body.id
  await finished(user, failed)
  expect(await budgetOf(user)).toMatchObject({ dailySpent: 0 })
  const half = (await submit(user, { model: 'simulator/partial', n: 2 })).body.id
  await finished(user, half)
  expect(await budgetOf(user)).toMatchObject({ dailySpent: 400, dailyRemaining: 400 })
  expect((await submit(user, { model })).status).toBe(201)
  expect((await submit(user, { model })).status).toBe(403)
})

test('spending stays with a key when its secret is rotated, and each key has its own', async () => {
  const { db, createUser, submit } = system()
  const user = await createUser()
  await setKeyLimits(system(), user, { daily: 400 })
  expect((await submit(user, { model })).status).toBe(201)
  const { secret } = await rotateKey(db, user.id, user.keyId, 0)
  const rotated = { ...user, apiKey: secret }
  expect((await submit(rotated, { model })).body).toMatchObject({ code: 'budget_exceeded', spent: 400 })
  const other = await createKey(db, user.id, { name: 'other', dailyCreditLimit: 400 })
  const second = { ...user, apiKey: other.secret, keyId: other.key.id }
  expect(await budgetOf(second)).toMatchObject({ dailySpent: 0 })
  expect((await submit(second, { model })).status).toBe(201)
})

test('a replay is answered even when the budget is used up, and spends nothing', async () => {
  const { createUser, submit } = system()
  const user = await createUser()
  await setKeyLimits(system(), user, { daily: 400, perJob: 400 })
  const { body } = await submit(user, { model, clientRef: 'a' })
  const again = await submit(user, { model, clientRef: 'a' })
  expect([again.status, again.body.id]).toEqual([201, body.id])
  expect(await budgetOf(user)).toMatchObject({ dailySpent: 400, dailyRemaining: 0, perJobLimit: 400 })
})

test('spending of another day does not count', async () => {
  const { db, createUser, submit } = system()
  const user = await createUser()
  await setKeyLimits(system(), user, { daily: 400 })
  const { id } = (await submit(user, { model })).body
  expect((await submit(user, { model })).status).toBe(403)
  await db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(
      `update media set created_at = date_trunc('day', clock_timestamp(), 'UTC') - interval '1 ms'
       where id = $1`,
      [id],
    )
  })
  expect(await budgetOf(user)).toMatchObject({ dailySpent: 0 })
  expect((await submit(user, { model })).status).toBe(201)
})
