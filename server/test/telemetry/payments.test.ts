import { expect, test } from 'vitest'
import { billingOf, openShop } from '../payments/open-shop.ts'
import { newCounting } from './read-series.ts'

const shop = await openShop({ METRICS_PORT: '0' })
const WAIT = { timeout: 15_000, interval: 50 }
const counting = newCounting(() => shop.system().app.metrics.render())

test('a purchase is counted when it is started and when it is applied', async () => {
  const { added } = await counting()
  const buyer = await shop.newBuyer()
  await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  expect(await added('atelier_checkouts_total{outcome="started"}')).toBe(1)
  await expect.poll(() => added('atelier_payment_events_total{outcome="applied"}'), WAIT).toBeGreaterThan(0)
  await expect.poll(() => added('atelier_payment_events_unapplied'), WAIT).toBe(0)
})

test('a top-up is counted by what Stripe answered', async () => {
  const { added } = await counting()
  const buyer = await shop.newBuyer()
  await shop.buy(buyer, { keepCard: true })
  await expect.poll(async () => (await billingOf(shop, buyer)).hasCard, WAIT).toBe(true)
  await shop.stripe.act('card', { behaviour: 'declined' })
  const topUp = { packId: 'small', belowCredits: 20_000, monthlyCeiling: 2_500 }
  await shop.system().call('PATCH', '/api/account/billing', { headers: buyer.headers, body: { topUp } })
  await expect.poll(() => added('atelier_top_ups_total{outcome="declined"}'), WAIT).toBe(1)
  await shop.stripe.act('card', { behaviour: 'pays' })
})

test('an event that cannot be applied is counted and shown with its age', async () => {
  const { added } = await counting()
  const { db } = shop.system().app
  // A fact that no version of ours writes.
  await db.row(
    `insert into payment_events (id, type, subject, fact, is_live, created_at, received_at)
     values ('evt_broken', 'x', 'pi_broken', '{"kind": "paid"}', false, now(), now() - interval '1 hour')`,
  )
  await expect.poll(() => added('atelier_payment_events_total{outcome="failed"}'), WAIT).toBeGreaterThan(0)
  await expect.poll(() => added('atelier_payment_events_oldest_age_seconds'), WAIT).toBeGreaterThan(3_500)
  expect(await added('atelier_payment_events_unapplied')).toBe(1)
  await db.row(`delete from payment_events where id = 'evt_broken'`)
})

test('Stripe that does not answer is an outage', async () => {
  const { added } = await counting()
  const buyer = await shop.newBuyer()
  // As often as the package of Stripe tries by itself.
  await shop.stripe.act('replies', { lostReplies: 3 })
  const answer = await shop.system().call('POST', '/api/account/checkouts', {
    headers: buyer.headers,
    body: { packId: 'small' },
  })
  expect(answer.status).toBe(503)
  expect(await added('atelier_checkouts_total{outcome="failed"}')).toBe(1)
  expect(await added('atelier_outage{part="stripe"}')).toBe(1)
})
