import { expect, test } from 'vitest'
import { openAdminSession, type Visitor } from '../open-session.ts'
import { areApplied, ledgerOf, openShop } from './open-shop.ts'

const shop = await openShop()
const WAIT = { timeout: 10_000, interval: 50 }

const erase = ({ id, headers }: Visitor) =>
  shop.system().call('POST', '/api/account/erasures', { headers, body: { subjectId: id } })

const rowsOf = (sql: string, value: string) => shop.system().app.db.rows(sql, [value])
const settingsOf = ({ id }: Visitor) => rowsOf(`select from billing_settings where user_id = $1`, id)

/** Events of a payment that still say where its receipt is. */
const receiptsOf = (intent: string) =>
  rowsOf(`select from payment_events where subject = $1 and fact ->> 'receiptUrl' <> ''`, intent)

async function troublesOf(intent: string): Promise<string[]> {
  const { call, app } = shop.system()
  const { headers } = await openAdminSession(app.db)
  const { body } = await call('GET', '/api/admin/billing', { headers })
  const troubles: { subject: string; why: string }[] = body.billing?.troubles ?? body.troubles
  return troubles.filter(({ subject }) => subject === intent).map(({ why }) => why)
}

test('what is paid for an erased account buys nothing, keeps no card, and an admin is told', async () => {
  const buyer = await shop.newBuyer()
  const { checkout, session } = await shop.start(buyer, { keepCard: true })
  expect((await erase(buyer)).status).toBe(201)
  const { id: intent } = await shop.stripe.act('pay', { session })
  await expect.poll(() => troublesOf(intent), WAIT).toContain('its account was erased before: refund it')
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect(await ledgerOf(shop, buyer)).toEqual([])
  expect(await settingsOf(buyer)).toEqual([])
  expect(await receiptsOf(intent)).toEqual([])
  const stateOf = () => rowsOf(`select state from checkouts where id = $1`, checkout)
  expect(await stateOf()).toEqual([{ state: 'declined' }])
  // The refund of the operator returns nothing that was ever granted.
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect(await ledgerOf(shop, buyer)).toEqual([])
})

test('events that come after the erasure bring neither the card nor the receipt back', async () => {
  const buyer = await shop.newBuyer()
  const intent = await shop.buy(buyer, { keepCard: true })
  await expect.poll(() => settingsOf(buyer), WAIT).toHaveLength(1)
  await expect.poll(() => receiptsOf(intent), WAIT).toHaveLength(1)
  expect((await erase(buyer)).status).toBe(201)
  expect([await settingsOf(buyer), await receiptsOf(intent)]).toEqual([[], []])
  const { intents } = await shop.stripe.read<{ intents: { id: string; metadata: object }[] }>('state')
  const paid = intents.find(({ id }) => id === intent)
  const receipt = { payment_intent: intent, receipt_url: 'https://stripe.test/r', metadata: paid?.metadata }
  await shop.stripe.act('emit', { type: 'payment_intent.succeeded', object: paid })
  await shop.stripe.act('emit', { type: 'charge.updated', object: receipt })
  await shop.stripe.act('refund', { intent, amount: 1_000 })
  const reversedOf = () =>
    rowsOf(`select reversed_credits as credits, receipt_url from payments where intent_id = $1`, intent)
  await expect.poll(reversedOf, WAIT).toEqual([{ credits: 10_000, receipt_url: null }])
  const countOf = () => rowsOf(`select from payment_events where subject = $1`, intent)
  await expect.poll(async () => (await countOf()).length, WAIT).toBe(7)
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect([await settingsOf(buyer), await receiptsOf(intent)]).toEqual([[], []])
  expect(await reversedOf()).toEqual([{ credits: 10_000, receipt_url: null }])
})

test('what is being recorded while its account is erased keeps no card either', async () => {
  const { app } = shop.system()
  const buyer = await shop.newBuyer()
  const { checkout, session } = await shop.start(buyer, { keepCard: true })
  const hold = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = app.db.transaction(async (tx) => {
    await tx.row(`select from checkouts where id = $1 for update`, [checkout])
    isHeld.resolve()
    await hold.promise
  })
  await isHeld.promise
  await shop.stripe.act('pay', { session })
  // Who waits for a row holds its tuple: the worker has begun to record the payment.
  const waiting = () =>
    app.db.rows(`select from pg_locks where locktype = 'tuple' and relation = 'checkouts'::regclass
      and database = (select oid from pg_database where datname = current_database())`)
  await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toHaveLength(1)
  const erasing = erase(buyer)
  const erasedAt = () => rowsOf(`select from users where id = $1 and erased_at is not null`, buyer.id)
  await expect.poll(erasedAt, WAIT).toHaveLength(1)
  // Time for the erasure to end, if it does not wait.
  await Promise.race([erasing, new Promise((resolve) => setTimeout(resolve, 500))])
  hold.resolve()
  await holding
  expect((await erasing).status).toBe(201)
  await expect.poll(() => areApplied(shop), WAIT).toBe(true)
  expect(await settingsOf(buyer)).toEqual([])
})
