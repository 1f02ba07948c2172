import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openAdminSession } from '../open-session.ts'
import { areApplied, ledgerOf, openShop } from './open-shop.ts'

const shop = await openShop()
const WAIT = { timeout: 10_000, interval: 50 }

/** An intent that succeeded, as an event shows it. */
const intentOf = (checkout: string, changes: object = {}) => ({
  id: `pi_${checkout.slice(4)}${Object.keys(changes).join('')}`,
  object: 'payment_intent',
  amount_received: 1_000,
  currency: 'usd',
  customer: null,
  payment_method: null,
  setup_future_usage: null,
  metadata: { checkout, kind: 'page' },
  ...changes,
})

test.each([
  ['another amount', { amount_received: 900 }, {}, '900 was paid, and the price was 1000'],
  ['another currency', { currency: 'jpy' }, {}, 'it is in jpy, and the price was in usd'],
  ['the other mode', {}, { livemode: true }, 'a live event'],
  [
    'an unknown checkout',
    { metadata: { checkout: 'chk_0000000000000000000000', kind: 'page' } },
    {},
    'no checkout chk_0000000000000000000000 is known here',
  ],
])('money with %s buys nothing, and an admin is shown why', async (_, changes, given, why) => {
  const buyer = await shop.newBuyer()
  const { checkout } = await shop.start(buyer)
  const object = intentOf(checkout, changes)
  const { id } = await shop.stripe.act('emit', { type: 'payment_intent.succeeded', object, given })
  const { call, app } = shop.system()
  const { headers } = await openAdminSession(app.db)
  const troubles = async () => (await call('GET', '/api/admin/billing', { headers })).body.troubles
  await expect
    .poll(async () => (await troubles()).find((one: { eventId: string }) => one.eventId === id)?.why, WAIT)
    .toBe(why)
  expect(await ledgerOf(shop, buyer)).toEqual([])
})

test('a checkout is paid by one intent; a second one is refused', async () => {
  const buyer = await shop.newBuyer()
  const { checkout, session } = await shop.start(buyer)
  await shop.stripe.act('pay', { session })
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toHaveLength(1)
  await shop.stripe.act('emit', { type: 'payment_intent.succeeded', object: intentOf(checkout) })
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect(await ledgerOf(shop, buyer)).toHaveLength(1)
})

test('a payment of something else on the same account at Stripe is left alone', async () => {
  const object = intentOf('', { id: 'pi_of_another_business', metadata: {} })
  const { id } = await shop.stripe.act('emit', { type: 'payment_intent.succeeded', object })
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  const { db } = shop.system().app
  expect(await db.row(`select from payment_events where id = $1`, [id])).toBeUndefined()
})

test('forged, unsigned, altered and stale events are answered 400 and not stored', async () => {
  const buyer = await shop.newBuyer()
  const { checkout } = await shop.start(buyer)
  const now = Math.floor(Date.now() / 1000)
  const event = {
    id: 'evt_forged',
    type: 'payment_intent.succeeded',
    created: now,
    livemode: false,
    data: { object: intentOf(checkout) },
  }
  const body = JSON.stringify(event)
  const sign = (text: string, secret: string, at = now) =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`
  const { secret } = shop.stripe
  const send = (signature: string | undefined, path = '/cb/stripe/evt_00') =>
    shop.system().call('POST', path, {
      body,
      headers: signature === undefined ? {} : { 'stripe-signature': signature },
    })
  for (const signature of [
    undefined,
    '',
    `t=${now}`,
    sign(body, 'whsec_of_another_account'),
    sign(`${body} `, secret),
    sign(body, secret, now - 600),
    sign(body, secret).replace('v1=', 'v0='),
  ])
    expect([signature, (await send(signature)).status]).toEqual([signature, 400])
  expect((await send(sign(body, secret), '/cb/stripe/evt_01')).status).toBe(404)
  const { db } = shop.system().app
  expect(await db.row(`select from payment_events where id = 'evt_forged'`)).toBeUndefined()
  // The same bytes with a right signature, so that it was the signature that decided.
  expect((await send(sign(body, secret))).status).toBe(200)
  await expect.poll(() => ledgerOf(shop, buyer), WAIT).toHaveLength(1)
})
