import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { followBalances } from '#access/payments'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { stopTopUp } from '../../src/access/payments/billing-row.ts'
import type { Visitor } from '../open-session.ts'
import { billingOf, openShop } from './open-shop.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-mail-'))
const post = await openPostOffice({ dir, hasTls: false })
afterAll(() => post.close())
const shop = await openShop(post.env)
const WAIT = { timeout: 20_000, interval: 50 }

const change = ({ headers }: Visitor, path: string, body: object) =>
  shop.system().call('PATCH', `/api/account/${path}`, { headers, body })

/** Below the 10,000 credits that its owner has, so nothing is charged. */
const topUp = { packId: 'small', belowCredits: 5_000, monthlyCeiling: 2_500 }
/** Above them: the card is charged at once. */
const due = { ...topUp, belowCredits: 20_000 }

/** An owner whose card is kept, with the given top-up. */
async function newOwner(wanted = topUp) {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  expect((await change(buyer, 'billing', { topUp: wanted })).status).toBe(200)
  return { buyer, intent }
}

const stoppedOf = async (buyer: Visitor) => (await billingOf(shop, buyer)).topUp.stopped

const mailTo = async ({ email }: Visitor) => {
  await expect.poll(() => post.mailsTo(email).length, WAIT).toBe(1)
  return post.mailsTo(email)[0] as (typeof post.mails)[number]
}

type Queued = { kind: string; state: string; seconds: number }

const queued = ({ id }: Visitor): Promise<Queued[]> =>
  shop.system().app.db.rows<Queued>(
    `select kind, state, extract(epoch from coalesce(next_at, ended_at) - now())::float8 as seconds
       from mails where user_id = $1 order by id`,
    [id],
  )

async function whileDeclined(work: () => Promise<void>) {
  await shop.stripe.act('card', { behaviour: 'declined' })
  try {
    await work()
  } finally {
    await shop.stripe.act('card', { behaviour: 'pays' })
  }
}

test('a declined card is told by mail: why, what it means for agents, and where to go', async () => {
  const { publicUrl } = shop.system().app.config
  await whileDeclined(async () => {
    const { buyer } = await newOwner(due)
    const mail = await mailTo(buyer)
    expect(mail.subject).toBe('Automatic top-up is switched off')
    expect(mail.text).toContain('The card could not be charged')
    expect(mail.text).toContain('Your balance was 10,000 credits then')
    expect(mail.text).toContain('a job that costs more than the balance is refused')
    expect(mail.text).toContain(`${publicUrl}/billing`)
    // What is charged to a card is no news that can be switched off.
    expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
    expect(await stoppedOf(buyer)).toBe('declined')
  })
})

test('a pack that is not sold any more is told in the language of the account', async () => {
  const { buyer } = await newOwner()
  await change(buyer, 'notices', { language: 'zh' })
  const { db, log, config, metrics, stripe } = shop.system().app
  if (!stripe) throw new Error('nothing is sold here')
  const cashier = { db, log, config, metrics, stripe: { ...stripe, packs: [] } }
  // Every worker looks, and at the same time.
  await Promise.all([1, 2, 3, 4].map(() => followBalances(cashier)))
  const mail = await mailTo(buyer)
  expect(mail.subject).toBe('自动充值已关闭')
  expect(mail.text).toContain('它所购买的积分包已停售')
  expect(mail.text).toContain('当时余额为 10,000 积分')
  expect(mail.text).toContain('重新开启，或购买积分')
  expect(await stoppedOf(buyer)).toBe('pack_removed')
  expect(await queued(buyer)).toHaveLength(1)
})

test('a returned payment is told', async () => {
  const { buyer, intent } = await newOwner()
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  const { text } = await mailTo(buyer)
  expect(text).toContain('A payment was refunded or disputed')
  expect(text).toContain('Your balance was 0 credits then')
})

test('a customer who was removed at Stripe is told when that is noticed', async () => {
  const { buyer } = await newOwner()
  const { db } = shop.system().app
  const row = await db.row<{ customer: string }>(
    `select customer_id as customer from billing_settings where user_id = $1`,
    [buyer.id],
  )
  await shop.stripe.act('remove-customer', { customer: row?.customer })
  await shop.start(buyer)
  expect((await mailTo(buyer)).text).toContain('the card is not kept any more')
  expect(await billingOf(shop, buyer)).toMatchObject({ hasCard: false, topUp: { stopped: 'declined' } })
})

test('who switches it off, or has no kind of stop, gets no mail', async () => {
  const { buyer } = await newOwner()
  expect((await change(buyer, 'billing', { topUp: null })).status).toBe(200)
  expect((await billingOf(shop, buyer)).topUp).toMatchObject({ on: false, stopped: null })
  // The mail would have been queued by that commit.
  expect(await queued(buyer)).toEqual([])
})

test('a second stop within a minute is told after it', async () => {
  await whileDeclined(async () => {
    const { buyer } = await newOwner(due)
    await mailTo(buyer)
    await change(buyer, 'billing', { topUp: due })
    await expect.poll(async () => (await queued(buyer)).length, WAIT).toBe(2)
    const [first, second] = await queued(buyer)
    expect([first?.kind, first?.state]).toEqual(['top_up_stopped', 'sent'])
    expect([second?.kind, second?.state]).toEqual(['top_up_stopped', 'waiting'])
    await expect.poll(async () => (await queued(buyer))[1]?.seconds, WAIT).toBeGreaterThan(60)
    expect(post.mailsTo(buyer.email)).toHaveLength(1)
  })
})

test('a stop that is rolled back is not told', async () => {
  const { buyer } = await newOwner()
  const { db, config } = shop.system().app
  const stopped = db.transaction(async (tx) => {
    await stopTopUp(tx, config, { userId: buyer.id, why: 'declined' })
    throw new Error('something after it failed')
  })
  await expect(stopped).rejects.toThrow('something after it failed')
  expect((await billingOf(shop, buyer)).topUp.on).toBe(true)
  expect(await queued(buyer)).toEqual([])
})
