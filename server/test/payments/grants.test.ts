import { expect, test } from 'vitest'
import { areApplied, billingOf, ledgerOf, openShop } from './open-shop.ts'

const shop = await openShop()
const WAIT = { timeout: 10_000, interval: 50 }

test('a paid pack is granted once, with the payment as its reference, and has a receipt', async () => {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer)
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toEqual(['credit_purchase 10000'])
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  const { app, call } = shop.system()
  const grants = await app.db.rows(
    `select kind, amount, external_ref from credit_grants where user_id = $1`,
    [buyer.id],
  )
  expect(grants).toEqual([{ kind: 'purchase', amount: 10_000, external_ref: intent }])
  const { body } = await call('GET', '/api/account/payments', { headers: buyer.headers })
  expect(body.payments).toMatchObject([
    { packId: 'small', credits: 10_000, amount: 1_000, currency: 'usd', reversedCredits: 0 },
  ])
  expect(body.payments[0].receiptUrl).toContain(`/receipts/${intent}`)
})

test('events that come twice, in disorder, and again later grant once', async () => {
  const buyer = await shop.newBuyer()
  await shop.stripe.act('delivery', { duplicate: 100, reorder: 100, reorderMs: 600 })
  await shop.buy(buyer)
  await shop.buy(buyer, { packId: 'large' })
  await shop.stripe.act('delivery', { duplicate: 0, reorder: 0 })
  await expect.poll(async () => (await shop.stripe.read<Counts>('counts')).deliveries.waiting, WAIT).toBe(0)
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect((await ledgerOf(shop, buyer)).toSorted()).toEqual([
    'credit_purchase 10000',
    'credit_purchase 120000',
  ])
  expect((await billingOf(shop, buyer)).balance).toBe(130_000)
})

type Counts = { deliveries: { waiting: number } }

test('a checkout that nobody pays grants nothing', async () => {
  const buyer = await shop.newBuyer()
  const { checkout, session } = await shop.start(buyer)
  await shop.stripe.act('expire', { session })
  const { db } = shop.system().app
  const stateOf = async () =>
    (await db.row<{ state: string }>(`select state from checkouts where id = $1`, [checkout]))?.state
  await expect.poll(stateOf, WAIT).toBe('expired')
  expect(await ledgerOf(shop, buyer)).toEqual([])
})

test('a payment whose events never come is found by asking Stripe', async () => {
  const buyer = await shop.newBuyer()
  await shop.stripe.act('delivery', { isOn: false })
  await shop.buy(buyer)
  await shop.stripe.act('delivery', { isOn: true })
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toEqual(['credit_purchase 10000'])
})

test('a refund whose events never come is found in the list of events', async () => {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer)
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toHaveLength(1)
  await shop.stripe.act('delivery', { isOn: false })
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await shop.stripe.act('delivery', { isOn: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).balance, WAIT).toBe(0)
})

test('a purchase that the operator granted by hand under the intent is not granted again', async () => {
  const buyer = await shop.newBuyer()
  const { session } = await shop.start(buyer)
  await shop.stripe.act('delivery', { isOn: false })
  const { id: intent } = await shop.stripe.act('pay', { session })
  const { grant } = await import('../../src/access/credits/index.ts')
  const given = { userId: buyer.id, amount: 10_000, kind: 'purchase', note: '', externalRef: intent } as const
  await grant(shop.system().app.db, given)
  await shop.stripe.act('delivery', { isOn: true })
  const { db } = shop.system().app
  await expect
    .poll(() => db.rows(`select id from payments where intent_id = $1`, [intent]), WAIT)
    .toHaveLength(1)
  expect(await ledgerOf(shop, buyer)).toEqual(['credit_purchase 10000'])
})
