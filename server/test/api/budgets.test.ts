import { Credits } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey, rotateKey } from '../../src/access/identity/index.ts'
import type { Person } from '../house.ts'
import { limitKey } from '../routes/make-order.ts'
import { useSharedHouse } from '../shared-house.ts'

const house = useSharedHouse()
/** What is made stays paid; a job that ends otherwise would give room back in the middle of a test. */
const model = 'simulator/ok'

async function budgetOf(who: Person) {
  const { body } = await house().call('GET', '/api/gen/credits', { key: who.apiKey })
  return Credits.strict().parse(body).budget
}

test('a job above the limit for one job is 403, on any day; nothing is charged and it counts', async () => {
  const { person, submit, entries } = house()
  const who = await person()
  await limitKey(house(), who, { perJob: 400 })
  const { status, headers, body } = await submit(who, { model, n: 2 })
  expect([status, body]).toMatchObject([
    403,
    { code: 'budget_exceeded', limit: 400, spent: 0, required: 800, resetsAt: null, charged: 'none' },
  ])
  expect(headers.get('x-ratelimit-remaining')).toBe('9')
  expect((await submit(who, { model })).status).toBe(201)
  expect(await entries(who)).toHaveLength(2)
})

test('a day is spent to its last credit, and the budget tells what is left', async () => {
  const { person, submit } = house()
  const who = await person()
  await limitKey(house(), who, { daily: 1_200 })
  expect(await budgetOf(who)).toMatchObject({ dailyLimit: 1_200, dailySpent: 0, dailyRemaining: 1_200 })
  expect((await submit(who, { model, n: 2 })).status).toBe(201)
  expect(await budgetOf(who)).toMatchObject({ dailySpent: 800, dailyRemaining: 400, perJobLimit: null })
  const refused = await submit(who, { model, n: 2 })
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'budget_exceeded', limit: 1_200, spent: 800, required: 800 },
  ])
  const midnight = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(refused.body.resetsAt).toBe(`${midnight}T00:00:00.000Z`)
  expect((await submit(who, { model })).status).toBe(201)
  expect((await submit(who, { model })).body.code).toBe('budget_exceeded')
})

test('what comes back gives room again: a failed job, and a missing file', async () => {
  const { person, submit, finished } = house()
  const who = await person()
  await limitKey(house(), who, { daily: 800 })
  const failed = (await submit(who, { model: 'simulator/fail', n: 2 })).body.id
  await finished(who, failed)
  expect(await budgetOf(who)).toMatchObject({ dailySpent: 0 })
  const half = (await submit(who, { model: 'simulator/partial', n: 2 })).body.id
  await finished(who, half)
  expect(await budgetOf(who)).toMatchObject({ dailySpent: 400, dailyRemaining: 400 })
  expect((await submit(who, { model })).status).toBe(201)
  expect((await submit(who, { model })).status).toBe(403)
})

test('a new secret is the same key with the same spending; another key has its own', async () => {
  const { db, person, submit } = house()
  const who = await person()
  await limitKey(house(), who, { daily: 400 })
  expect((await submit(who, { model })).status).toBe(201)
  const { secret } = await rotateKey(db, who.id, who.keyId, 0)
  const rotated = { ...who, apiKey: secret }
  expect((await submit(rotated, { model })).body).toMatchObject({ code: 'budget_exceeded', spent: 400 })
  const other = await createKey(db, who.id, { name: 'other', dailyCreditLimit: 400 })
  const second = { ...who, apiKey: other.secret, keyId: other.key.id }
  expect(await budgetOf(second)).toMatchObject({ dailySpent: 0 })
  expect((await submit(second, { model })).status).toBe(201)
})

test('a replay is free, also when the budget is used up', async () => {
  const { person, submit } = house()
  const who = await person()
  await limitKey(house(), who, { daily: 400, perJob: 400 })
  const { body } = await submit(who, { model, clientRef: 'a' })
  const again = await submit(who, { model, clientRef: 'a' })
  expect([again.status, again.body.id]).toEqual([201, body.id])
  expect(await budgetOf(who)).toMatchObject({ dailySpent: 400, dailyRemaining: 0, perJobLimit: 400 })
})

test('what was spent on another day does not count', async () => {
  const { db, person, submit } = house()
  const who = await person()
  await limitKey(house(), who, { daily: 400 })
  const { id } = (await submit(who, { model })).body
  expect((await submit(who, { model })).status).toBe(403)
  await db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(
      `update media set created_at = date_trunc('day', clock_timestamp(), 'UTC') - interval '1 ms'
       where id = $1`,
      [id],
    )
  })
  expect(await budgetOf(who)).toMatchObject({ dailySpent: 0 })
  expect((await submit(who, { model })).status).toBe(201)
})
