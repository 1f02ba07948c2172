import type { CheckoutBody, StartedCheckout } from '@atelier/contract'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { CustomerRemoved, type Pack, type PageOrder, type Stripe, StripeUnavailable } from '#platform/stripe'
import { findBilling, forgetCustomer } from './billing-row.ts'
import { requireStripe } from './require-stripe.ts'

/**
 * How long the service waits for an event before it asks Stripe itself, in ticks: 5 minutes with the default.
 */
const LOOK_AFTER_TICKS = 2.5

/**
 * Writes down what the owner wants to buy, then asks Stripe for a page to pay it on. Who was removed at
 * Stripe is a new customer there.
 */
export async function startCheckout(
  app: App,
  userId: string,
  { packId, keepCard }: CheckoutBody,
): Promise<StartedCheckout> {
  const wanted = { pack: findPack(requireStripe(app), packId), keepsCard: keepCard ?? false }
  const customerId = (await findBilling(app.db, userId))?.customer_id ?? null
  const started = await startPage(app, userId, { ...wanted, customerId })
  if (started !== 'customer removed') return started
  if (customerId !== null)
    await app.db.transaction((tx) => forgetCustomer(tx, app.config, { userId, customerId }))
  const again = await startPage(app, userId, { ...wanted, customerId: null })
  if (again === 'customer removed') throw noPage(again)
  return again
}

type Wanted = Pick<PageOrder, 'keepsCard' | 'customerId'> & { pack: Pack }

async function startPage(
  app: App,
  userId: string,
  wanted: Wanted,
): Promise<StartedCheckout | 'customer removed'> {
  const id = await insertCheckout(app, userId, wanted.pack, wanted.keepsCard)
  const page = `${app.config.publicUrl}/billing`
  const order = { id, ...wanted, successUrl: `${page}?paid=${id}`, cancelUrl: page }
  const started = await requireStripe(app)
    .startPage(order)
    .catch((err) => {
      if (err instanceof CustomerRemoved) return undefined
      app.metrics.countCheckout('failed')
      app.log.error({ err, checkout: id }, 'a checkout could not be started')
      throw noPage(err)
    })
  if (!started) return 'customer removed'
  app.metrics.countCheckout('started')
  await app.db.row(`update checkouts set session_id = $2 where id = $1`, [id, started.sessionId])
  return { id, url: started.url }
}

export function findPack({ packs }: Pick<Stripe, 'packs'>, packId: string): Pack {
  const pack = packs.find(({ id }) => id === packId)
  if (!pack) throw new Refusal('invalid_request', 'packId names no pack.', { field: 'packId' })
  return pack
}

async function insertCheckout(app: App, userId: string, pack: Pack, keepsCard: boolean): Promise<string> {
  const id = newId('checkout')
  const { credits, amount, currency } = pack
  const lookAfterMs = app.config.tickMs * LOOK_AFTER_TICKS
  await app.db.row(
    `insert into checkouts
       (id, user_id, kind, pack_id, credits, amount, currency, is_live, keeps_card, look_at)
     values ($1, $2, 'page', $3, $4, $5, $6, $7, $8, clock_timestamp() + $9 * interval '1 ms')`,
    [id, userId, pack.id, credits, amount, currency, app.stripe?.isLive, keepsCard, lookAfterMs],
  )
  return id
}

const noPage = (error: unknown): Refusal =>
  new Refusal(
    'service_unavailable',
    error instanceof StripeUnavailable
      ? 'The payment page is not available now. Nothing was paid. Try again in a minute.'
      : 'Payments do not work here now, and the operator has been told. Nothing was paid.',
    {},
    { 'retry-after': '60' },
  )
