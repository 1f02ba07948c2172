import { expect, test } from 'vitest'
import { forgetCustomer } from '../../src/access/payments/billing-row.ts'
import { CHECKOUT_COLUMNS, type CheckoutRow } from '../../src/access/payments/checkout-row.ts'
import { chargeTopUp } from '../../src/access/payments/top-up.ts'
import { ageSession, type Visitor } from '../open-session.ts'
import { areApplied, billingOf, ledgerOf, openShop } from './open-shop.ts'

const shop = await openShop()
const WAIT = { timeout: 15_000, interval: 50 }
const topUp = { packId: 'small', belowCredits: 50_000, monthlyCeiling: 1_000 }

const change = ({ headers }: Visitor, body: object) =>
  shop.system().call('PATCH', '/api/account/billing', { headers, body })

const topUpOf = async (buyer: Visitor) => (await billingOf(shop, buyer)).topUp

const purchasesOf = async (buyer: Visitor) =>
  (await ledgerOf(shop, buyer)).filter((entry) => entry.startsWith('credit_purchase')).length

test('of two first purchases, the card that was kept is charged with its own customer', async () => {
  const buyer = await shop.newBuyer()
  // Neither knows a customer yet, so Stripe makes one for each.
  const kept = await shop.start(buyer, { keepCard: true })
  const other = await shop.start(buyer)
  await shop.stripe.act('pay', kept)
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  await shop.stripe.act('pay', other)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect((await change(buyer, { topUp })).status).toBe(200)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(3)
  expect(await topUpOf(buyer)).toMatchObject({ on: true, stopped: null })
})

test('who was removed at Stripe can buy again, and the card of before is forgotten', async () => {
  const buyer = await shop.newBuyer()
  await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  const { db } = shop.system().app
  const row = await db.row<{ customer: string }>(
    `select customer_id as customer from billing_settings where user_id = $1`,
    [buyer.id],
  )
  await shop.stripe.act('remove-customer', { customer: row?.customer })
  await shop.buy(buyer)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  expect((await billingOf(shop, buyer)).hasCard).toBe(false)
})

/** A top-up whose answer was lost. The worker does not look at it. */
const insertUnknown = ({ id }: Visitor): Promise<CheckoutRow | undefined> =>
  shop.system().app.db.row(
    `insert into checkouts (id, user_id, kind, pack_id, credits, amount, currency, is_live, look_at)
     values ('chk_00' || left(md5($1), 20), $1, 'top_up', 'small', 10000, 1000, 'usd', false,
       now() + interval '1 day') returning ${CHECKOUT_COLUMNS}`,
    [id],
  )

test('a top-up that may have been charged counts until it is known, without its card too', async () => {
  const buyer = await shop.newBuyer()
  await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  expect((await change(buyer, { topUp: { ...topUp, belowCredits: 1 } })).status).toBe(200)
  const { db, log, config, metrics, stripe } = shop.system().app
  if (!stripe) throw new Error('nothing is sold here')
  const cashier = { db, log, config, metrics, stripe }
  const open = (await insertUnknown(buyer)) as CheckoutRow
  const row = await db.row<{ customer: string }>(
    `select customer_id as customer from billing_settings where user_id = $1`,
    [buyer.id],
  )
  const removed = { userId: buyer.id, customerId: row?.customer ?? '' }
  await db.transaction((tx) => forgetCustomer(tx, config, removed))
  await chargeTopUp(cashier, open)
  expect((await topUpOf(buyer)).spentThisMonth).toBe(1_000)
  // A new customer, whose card is not kept.
  await shop.buy(buyer)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  await chargeTopUp(cashier, open)
  expect((await topUpOf(buyer)).spentThisMonth).toBe(1_000)
  await chargeTopUp(cashier, { ...open, created_at: new Date(Date.now() - 21 * 3_600_000) })
  expect((await topUpOf(buyer)).spentThisMonth).toBe(0)
})

test('to let the card be charged by itself needs a recent password; to end it needs none', async () => {
  const buyer = await shop.newBuyer()
  await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  const { db } = shop.system().app
  const modest = { ...topUp, belowCredits: 1 }
  expect((await change(buyer, { topUp: modest })).status).toBe(200)
  await ageSession(db, buyer, 'proved_at', '15 minutes')
  const { status, body } = await change(buyer, { topUp: { ...modest, monthlyCeiling: 1_000_000_000 } })
  expect([status, body.code]).toEqual([401, 'unauthorized'])
  expect((await change(buyer, { lowBalanceCredits: 5 })).status).toBe(200)
  expect((await change(buyer, { topUp: null })).status).toBe(200)
  expect(await topUpOf(buyer)).toMatchObject({ on: false, monthlyCeiling: 1_000 })
})
