import { expect, test } from 'vitest'
import { grant } from '../../src/access/credits/index.ts'
import type { Visitor } from '../open-session.ts'
import { areApplied, billingOf, ledgerOf, openShop } from './open-shop.ts'

const shop = await openShop()
const WAIT = { timeout: 10_000, interval: 50 }

type Buyer = Visitor & { apiKey: string }

/** A buyer who has paid a small pack and spent some of it. */
async function spend(times: number): Promise<{ buyer: Buyer; intent: string }> {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer)
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toHaveLength(1)
  for (let i = 0; i < times; i++) {
    const { status } = await submit(buyer, 4)
    expect(status).toBe(201)
  }
  return { buyer, intent }
}

const submit = ({ apiKey }: Buyer, n = 1, model = 'simulator/ok') =>
  shop.system().call('POST', '/api/gen/image', { key: apiKey, body: { prompt: 'a mug', n, model } })

const balanceAndDebt = async (buyer: Buyer) => {
  const { balance, debt } = await billingOf(shop, buyer)
  return [balance, debt]
}

test('a refund takes back at most the balance; the rest is a debt that blocks live submits', async () => {
  const { buyer, intent } = await spend(2)
  expect(await balanceAndDebt(buyer)).toEqual([6_800, 0])
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 3_200])
  expect((await ledgerOf(shop, buyer)).at(-1)).toBe('admin_adjustment -6800')
  const { status, body } = await submit(buyer)
  expect([status, body.code, body.balance, body.required, body.debt, body.charged]).toEqual([
    402,
    'insufficient_credits',
    0,
    3_600,
    3_200,
    'none',
  ])
  expect(body.error).toContain('owes 3200 credits')
  const quote = await shop.system().call('POST', '/api/gen/quote', {
    key: buyer.apiKey,
    body: { kind: 'image', prompt: 'a mug' },
  })
  expect(quote.body.quote.affordable).toBe(false)
})

test('a purchase, and a grant, pay a debt first', async () => {
  const { buyer, intent } = await spend(2)
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 3_200])
  const { app } = shop.system()
  const granted = await grant(app.db, { userId: buyer.id, amount: 200, kind: 'grant', note: '' })
  expect(granted.balance).toBe(0)
  expect(await balanceAndDebt(buyer)).toEqual([0, 3_000])
  await shop.buy(buyer)
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([7_000, 0])
  expect((await submit(buyer)).status).toBe(201)
})

test('the refund of a failed job pays a debt, too, and opens nothing before', async () => {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer)
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toHaveLength(1)
  const slow = await submit(buyer, 4, 'simulator/hang')
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 1_600])
  expect(slow.status).toBe(201)
  await expect.poll(() => balanceAndDebt(buyer), { ...WAIT, timeout: 25_000 }).toEqual([0, 0])
  expect((await ledgerOf(shop, buyer)).slice(-2)).toEqual([
    'image_generation_refund 1600',
    'admin_adjustment -1600',
  ])
})

test('a dispute takes the credits back, and one that is won restores them', async () => {
  const { buyer, intent } = await spend(1)
  const dispute = await shop.stripe.act('dispute', { intent, amount: 1_000 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 1_600])
  await shop.stripe.act('close-dispute', { dispute: dispute.id, status: 'won' })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([8_400, 0])
  const { body } = await shop.system().call('GET', '/api/account/payments', { headers: buyer.headers })
  expect(body.payments[0]).toMatchObject({ disputedAmount: 0, disputeStatus: 'won', reversedCredits: 0 })
})

test('a refund that fails gives back; a partial refund takes its part', async () => {
  const { buyer, intent } = await spend(0)
  await shop.stripe.act('refund', { intent, amount: 333 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([6_670, 0])
  const second = await shop.stripe.act('refund', { intent, amount: 667 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 0])
  await shop.stripe.act('fail-refund', { refund: second.id })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([6_670, 0])
})

test('a refund and a dispute of the same money take it back once', async () => {
  const { buyer, intent } = await spend(1)
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await shop.stripe.act('dispute', { intent, amount: 1_000 })
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 1_600])
})

test('a refund that is told before its payment is applied when the payment comes', async () => {
  const buyer = await shop.newBuyer()
  const { session } = await shop.start(buyer)
  await shop.stripe.act('delivery', { isOn: false })
  const { id: intent } = await shop.stripe.act('pay', { session })
  await shop.stripe.act('delivery', { isOn: true })
  await shop.stripe.act('refund', { intent, amount: 400 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([6_000, 0])
})

test('a debt is no debt of test keys', async () => {
  const { buyer, intent } = await spend(1)
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await expect.poll(() => balanceAndDebt(buyer), WAIT).toEqual([0, 1_600])
  const { call } = shop.system()
  const { headers } = buyer
  const key = await call('POST', '/api/account/keys', { headers, body: { name: 't', mode: 'test' } })
  const { status } = await call('POST', '/api/gen/image', { key: key.body.secret, body: { prompt: 'a mug' } })
  expect(status).toBe(201)
})
