import { readBalances } from '#access/credits'
import { readActiveUsers } from '#access/identity'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type CardAnswer, type Pack, StripeUnavailable } from '#platform/stripe'
import {
  BILLING_COLUMNS,
  type BillingRow,
  findBilling,
  readSpentThisMonth,
  stopTopUp,
} from './billing-row.ts'
import type { Cashier } from './cashier.ts'
import { CHECKOUT_COLUMNS, type CheckoutRow, endCheckout } from './checkout-row.ts'
import { lockPayments } from './lock-payments.ts'
import { keepNews } from './payment-event.ts'

const PAGE = 500
/** After this long Stripe may have forgotten the idempotency key, and the payment is looked for instead. */
const KEY_HOURS = 20

/**
 * Begins a top-up for every owner whose balance is below what they chose, and ends those whose pack is not
 * sold any more.
 */
export async function startTopUps(cashier: Cashier): Promise<void> {
  await writeCurrencies(cashier)
  for (let after = ''; ; ) {
    const page = await cashier.db.rows<BillingRow>(
      `select ${BILLING_COLUMNS} from billing_settings where top_up_on and user_id > $1::text
       order by user_id limit ${PAGE}`,
      [after],
    )
    for (const { user_id: userId } of await findDue(cashier, page)) await startTopUp(cashier, userId)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.user_id
  }
}

/** Ceilings that the release before set: in its time there was one currency. */
const writeCurrencies = ({ db, stripe }: Cashier) =>
  db.rows(`update billing_settings set top_up_currency = $1 where top_up_on and top_up_currency is null`, [
    stripe.packs[0]?.currency,
  ])

async function findDue({ db, stripe }: Cashier, page: BillingRow[]): Promise<BillingRow[]> {
  const ids = page.map(({ user_id: userId }) => userId)
  if (ids.length === 0) return []
  const balances = await readBalances(db, ids)
  const isLow = (one: BillingRow) => (balances.get(one.user_id) ?? 0) < (one.top_up_below_credits ?? 0)
  return page.filter((one) => isLow(one) || !findSold(stripe, one))
}

/** The pack of a top-up, if it is sold in the currency of the ceiling: 5,000 cents are not 5,000 yen. */
const findSold = ({ packs }: Cashier['stripe'], settings: BillingRow): Pack | undefined =>
  packs.find(({ id, currency }) => id === settings.top_up_pack_id && currency === settings.top_up_currency)

async function startTopUp(cashier: Cashier, userId: string): Promise<void> {
  const checkout = await cashier.db.transaction((tx) => writeTopUp(tx, cashier, userId))
  if (checkout) await chargeTopUp(cashier, checkout)
}

/**
 * Writes the top-up down, before any card is charged. The row of the settings is locked, so the ceiling
 * holds; the database has one open top-up of an owner, and it ends only when its outcome is known.
 */
async function writeTopUp(
  tx: Tx,
  { stripe, config }: Cashier,
  userId: string,
): Promise<CheckoutRow | undefined> {
  await lockPayments(tx, userId)
  const settings = await tx.row<BillingRow>(
    `select ${BILLING_COLUMNS} from billing_settings where user_id = $1 and top_up_on for update`,
    [userId],
  )
  if (!settings || !(await readActiveUsers(tx, [userId])).has(userId)) return undefined
  const pack = findSold(stripe, settings)
  if (!pack) {
    await stopTopUp(tx, config, { userId, why: 'pack_removed' })
    return undefined
  }
  const balance = (await readBalances(tx, [userId])).get(userId) ?? 0
  if (balance >= (settings.top_up_below_credits ?? 0)) return undefined
  const spent = await readSpentThisMonth(tx, userId, pack.currency)
  if (spent + pack.amount > (settings.top_up_ceiling ?? 0)) return undefined
  return insertTopUp(tx, userId, pack, stripe.isLive)
}

const insertTopUp = (
  tx: Tx,
  userId: string,
  { id, credits, amount, currency }: Pack,
  isLive: boolean,
): Promise<CheckoutRow | undefined> =>
  tx.row(
    `insert into checkouts (id, user_id, kind, pack_id, credits, amount, currency, is_live, look_at)
     values ($1, $2, 'top_up', $3, $4, $5, $6, $7, clock_timestamp() + interval '1 minute')
     on conflict (user_id) where kind = 'top_up' and state = 'open' do nothing
     returning ${CHECKOUT_COLUMNS}`,
    [newId('checkout'), userId, id, credits, amount, currency, isLive],
  )

/**
 * Charges the card, or finds out what became of that. May be repeated: the checkout is the idempotency key.
 * An unknown outcome leaves the top-up open.
 */
export async function chargeTopUp(cashier: Cashier, checkout: CheckoutRow): Promise<void> {
  const answer = await askForCharge(cashier, checkout).catch((err) => {
    const isUnknown = err instanceof StripeUnavailable
    cashier.metrics.countTopUp(isUnknown ? 'unknown' : 'failed')
    if (!isUnknown) cashier.log.error({ err, checkout: checkout.id }, 'a top-up failed')
    return undefined
  })
  if (answer) await recordAnswer(cashier, checkout, answer)
}

async function askForCharge({ db, stripe }: Cashier, checkout: CheckoutRow): Promise<CardAnswer | undefined> {
  const { id, user_id: userId, credits, amount, currency, created_at: since } = checkout
  if (checkout.intent_id) return stripe.readCharge(checkout.intent_id)
  const { customer_id: customerId, payment_method_id: methodId } = (await findBilling(db, userId)) ?? {}
  if (Date.now() - since.getTime() > KEY_HOURS * 3_600_000) {
    if (!customerId) return { kind: 'declined', why: 'no customer' }
    return (await stripe.findCharge(customerId, id, since)) ?? { kind: 'declined', why: 'never charged' }
  }
  // Forgotten since, and perhaps charged before that: while it is open it counts towards the ceiling.
  if (!customerId || !methodId) return undefined
  return stripe.chargeCard({
    id,
    pack: { name: `${credits} credits`, amount, currency },
    customerId,
    methodId,
  })
}

async function recordAnswer(cashier: Cashier, checkout: CheckoutRow, answer: CardAnswer): Promise<void> {
  const { db, log, config, metrics } = cashier
  const { id, user_id: userId } = checkout
  metrics.countTopUp(answer.kind)
  switch (answer.kind) {
    case 'paid':
      await keepNews(db, answer.news)
      return
    case 'waiting':
      await db.row(`update checkouts set intent_id = $2 where id = $1`, [id, answer.intentId])
      return
    case 'declined':
      log.warn({ checkout: id, why: answer.why }, 'a top-up was declined')
      await db.transaction(async (tx) => {
        await lockPayments(tx, userId)
        if (await endCheckout(tx, id, 'declined')) await stopTopUp(tx, config, { userId, why: 'declined' })
      })
      return
    default:
      answer satisfies never
  }
}
