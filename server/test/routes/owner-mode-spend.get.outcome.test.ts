import { SpendAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { compareSpend, drawAsked, type Get } from '../../checks/spend/compare-spend.ts'
import { drawHistory } from '../../checks/spend/draw-history.ts'
import type { Read } from '../../checks/spend/read-sums.ts'
import { writeHistories } from '../../checks/spend/write-histories.ts'
import { seededRandom } from '../../harness/random/index.ts'
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

test('the sums of random users and days are those of the ledger', async () => {
  const { app, call } = system()
  const now = Date.now()
  const histories = Array.from({ length: 15 }, (_, at) => drawHistory(seededRandom('spend', at), now))
  await writeHistories((text, values = []) => app.db.rows(text, values), histories)
  const get: Get = async (path, cookie) => {
    const { status, body } = await call('GET', path, { headers: { cookie } })
    expect([status, body.code]).toEqual([200, undefined])
    return SpendAnswer.parse(body)
  }
  const read: Read = (text, values) => app.db.rows(text, values)
  let compared = 0
  for (const [at, history] of histories.entries()) {
    const asked = drawAsked(seededRandom('days', at), history, now)
    const { rows, differences } = await compareSpend({ get, read }, history, asked)
    compared += rows
    expect(differences).toEqual([])
  }
  expect(compared).toBeGreaterThan(100)
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
