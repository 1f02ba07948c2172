import { expect, test } from 'vitest'
import { followBalances } from '#access/payments'
import type { Visitor } from '../open-session.ts'
import { areApplied, billingOf, ledgerOf, openShop } from './open-shop.ts'

const shop = await openShop()
const WAIT = { timeout: 15_000, interval: 50 }

const change = ({ headers }: Visitor, body: object) =>
  shop.system().call('PATCH', '/api/account/billing', { headers, body })

const topUp = { packId: 'small', belowCredits: 9_000, monthlyCeiling: 2_500 }

/** An owner whose card is kept, and whose balance is above the limit of the top-up. */
async function newOwner() {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  return { buyer, intent }
}

const spend = (credits: number, { apiKey }: { apiKey: string }) =>
  shop.system().call('POST', '/api/gen/image', {
    key: apiKey,
    body: { prompt: 'a mug', n: credits / 400 },
  })

const purchasesOf = async (buyer: Visitor) =>
  (await ledgerOf(shop, buyer)).filter((entry) => entry.startsWith('credit_purchase')).length

/** Several rounds of the worker have passed. */
const settle = () => new Promise((done) => setTimeout(done, 3_000))

test('it needs a kept card, and a card is kept only where its owner said so', async () => {
  const buyer = await shop.newBuyer()
  await shop.buy(buyer)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(1)
  expect((await billingOf(shop, buyer)).hasCard).toBe(false)
  const { status, body } = await change(buyer, { topUp })
  expect([status, body.field]).toEqual([400, 'topUp'])
})

test('it buys once when the balance falls below the limit, up to the ceiling of the month', async () => {
  const { buyer } = await newOwner()
  expect((await change(buyer, { topUp })).status).toBe(200)
  await settle()
  expect(await purchasesOf(buyer)).toBe(1)
  await spend(1_600, buyer)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  await settle()
  expect(await purchasesOf(buyer)).toBe(2)
  // A limit that no balance reaches: 2,500 is enough for two.
  await change(buyer, { topUp: { ...topUp, belowCredits: 1_000_000 } })
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(3)
  await settle()
  expect(await purchasesOf(buyer)).toBe(3)
  const { spentThisMonth, on } = (await billingOf(shop, buyer)).topUp
  expect([spentThisMonth, on]).toEqual([2_000, true])
})

test('a lost answer is asked for again under the same key: one payment', async () => {
  const { buyer } = await newOwner()
  // As often as the package tries by itself, and once more.
  await shop.stripe.act('replies', { lostReplies: 4 })
  await change(buyer, { topUp: { ...topUp, belowCredits: 20_000, monthlyCeiling: 1_000 } })
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  await shop.stripe.act('replies', { lostReplies: 0 })
  await settle()
  const { intents } = await shop.stripe.read<{ intents: { customer: string; metadata: { kind: string } }[] }>(
    'state',
  )
  const { db } = shop.system().app
  const row = await db.row<{ customer_id: string }>(
    `select customer_id from billing_settings where user_id = $1`,
    [buyer.id],
  )
  const mine = intents.filter(
    ({ customer, metadata }) => customer === row?.customer_id && metadata.kind === 'top_up',
  )
  expect(mine).toHaveLength(1)
})

test('a declined card stops it and says why; switched on again it goes on', async () => {
  const { buyer } = await newOwner()
  await shop.stripe.act('card', { behaviour: 'declined' })
  await change(buyer, { topUp: { ...topUp, belowCredits: 20_000 } })
  await expect.poll(async () => (await billingOf(shop, buyer)).topUp.stopped, WAIT).toBe('declined')
  await shop.stripe.act('card', { behaviour: 'pays' })
  await settle()
  expect(await purchasesOf(buyer)).toBe(1)
  expect((await billingOf(shop, buyer)).topUp).toMatchObject({ on: false, spentThisMonth: 0 })
  await change(buyer, { topUp: { ...topUp, belowCredits: 11_000 } })
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  expect((await billingOf(shop, buyer)).topUp).toMatchObject({ on: true, stopped: null })
})

test('a card that asks for its owner is declined', async () => {
  const { buyer } = await newOwner()
  await shop.stripe.act('card', { behaviour: 'asks' })
  await change(buyer, { topUp: { ...topUp, belowCredits: 20_000 } })
  await expect.poll(async () => (await billingOf(shop, buyer)).topUp.stopped, WAIT).toBe('declined')
  await shop.stripe.act('card', { behaviour: 'pays' })
})

test('a refund switches it off instead of charging the card for it', async () => {
  const { buyer, intent } = await newOwner()
  await change(buyer, { topUp })
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await expect.poll(async () => (await billingOf(shop, buyer)).topUp.stopped, WAIT).toBe('payment_returned')
  await settle()
  expect(await purchasesOf(buyer)).toBe(1)
})

test('a ceiling counts in the currency in which it was set, and ends with it', async () => {
  const { buyer } = await newOwner()
  await change(buyer, { topUp: { ...topUp, belowCredits: 9_000, monthlyCeiling: 1_000 } })
  expect((await billingOf(shop, buyer)).topUp).toMatchObject({ on: true, currency: 'usd' })
  const { db, log, config, metrics, stripe } = shop.system().app
  if (!stripe) throw new Error('nothing is sold here')
  // What the month has cost in yen is no part of a ceiling in dollars.
  await db.row(
    `insert into checkouts (id, user_id, kind, pack_id, credits, amount, currency, is_live, state, ended_at)
     values ('chk_00' || left(md5($1), 20), $1, 'top_up', 'small', 1, 900, 'jpy', false, 'paid', now())`,
    [buyer.id],
  )
  expect((await billingOf(shop, buyer)).topUp.spentThisMonth).toBe(0)
  await spend(1_600, buyer)
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
  // The operator sells in yen now. A ceiling of 1,000 cents would be one of 1,000 yen.
  const packs = stripe.packs.map((pack) => ({ ...pack, currency: 'jpy' }))
  await followBalances({ db, log, config, metrics, stripe: { ...stripe, packs } })
  expect((await billingOf(shop, buyer)).topUp).toMatchObject({ on: false, stopped: 'pack_removed' })
})

test('a suspended owner is not charged', async () => {
  const { buyer } = await newOwner()
  const { db } = shop.system().app
  await db.row(`update users set suspended_at = now() where id = $1`, [buyer.id])
  await db.row(
    `update billing_settings set top_up_on = true, top_up_pack_id = 'small', top_up_below_credits = 20000,
       top_up_ceiling = 5000 where user_id = $1`,
    [buyer.id],
  )
  await settle()
  expect(await purchasesOf(buyer)).toBe(1)
  await db.row(`update users set suspended_at = null where id = $1`, [buyer.id])
  await expect.poll(() => purchasesOf(buyer), WAIT).toBe(2)
})

test('a low balance is noticed once, until it is not low any more', async () => {
  const buyer = await shop.newBuyer()
  await change(buyer, { lowBalanceCredits: 5_000 })
  await expect.poll(async () => (await billingOf(shop, buyer)).lowBalance.since, WAIT).not.toBeNull()
  const { since } = (await billingOf(shop, buyer)).lowBalance
  await settle()
  expect((await billingOf(shop, buyer)).lowBalance).toMatchObject({ isLow: true, since })
  await shop.buy(buyer)
  await expect.poll(async () => (await billingOf(shop, buyer)).lowBalance.since, WAIT).toBeNull()
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
})

test('workers that notice a low balance at the same time agree', async () => {
  const buyer = await shop.newBuyer()
  const { db, log, config, metrics, stripe } = shop.system().app
  if (!stripe) throw new Error('nothing is sold here')
  const lowSince = async () =>
    (
      await db.row<{ at: Date }>(`select low_since as at from billing_settings where user_id = $1`, [
        buyer.id,
      ])
    )?.at
  await change(buyer, { lowBalanceCredits: 5_000 })
  const noted = new Set<number | undefined>()
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 10 }, () => followBalances({ db, log, config, metrics, stripe })))
    noted.add((await lowSince())?.getTime())
  }
  expect([...noted]).toEqual([expect.any(Number)])
})
