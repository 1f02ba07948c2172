import { postGrant } from '#access/credits'
import type { Tx } from '#platform/db'
import { currentCell, newId } from '#platform/ids'
import type { PaidFact } from '#platform/stripe'
import { type CheckoutRow, endCheckout, lockCheckout, markPaid } from './checkout-row.ts'
import { PAYMENT_COLUMNS, type PaymentRow } from './payment-row.ts'

/** Why money that arrived buys nothing: a person has to look at it, or it was sent to another cell. */
export type Refused = { refused: string } | { ignored: true }

/** Cells may share an account at Stripe, and then each of them hears of all payments. */
const isOfThisCell = (id: string): boolean => id.startsWith(`chk_${currentCell()}`)

/**
 * Grants the credits of a payment intent, once: the intent is the reference of the purchase in the ledger,
 * and one checkout has one payment. Returns the payment, or why there is none.
 */
export async function recordPayment(
  tx: Tx,
  fact: PaidFact,
  { isLive, isErased }: { isLive: boolean; isErased: boolean },
): Promise<PaymentRow | Refused> {
  const checkout = await lockCheckout(tx, fact.checkoutId)
  if (!checkout && !isOfThisCell(fact.checkoutId)) return { ignored: true }
  if (!checkout) return { refused: `no checkout ${fact.checkoutId} is known here` }
  const known = await findPaymentOf(tx, checkout.id)
  if (known && known.intent_id !== fact.intentId)
    return { refused: `the checkout ${checkout.id} was paid by ${known.intent_id}` }
  const mismatch = findMismatch(checkout, fact, isLive)
  if (mismatch) return { refused: mismatch }
  if (known) return known
  // A page can be paid for an hour, whatever its owner does meanwhile. Nobody could spend the credits.
  if (isErased) {
    // Stripe is asked about open ones again and again.
    await endCheckout(tx, checkout.id, 'declined')
    return { refused: 'its account was erased before: refund it' }
  }
  return insertPayment(tx, checkout, fact)
}

/** What was paid must be what we asked for. */
function findMismatch(
  { amount, currency, is_live: wanted }: Pick<CheckoutRow, 'amount' | 'currency' | 'is_live'>,
  fact: Pick<PaidFact, 'amount' | 'currency'>,
  isLive: boolean,
): string | undefined {
  if (isLive !== wanted)
    return `it is a ${isLive ? 'live' : 'test'} payment for a ${wanted ? 'live' : 'test'} one`
  if (fact.currency !== currency) return `it is in ${fact.currency}, and the price was in ${currency}`
  return fact.amount === amount ? undefined : `${fact.amount} was paid, and the price was ${amount}`
}

async function insertPayment(tx: Tx, checkout: CheckoutRow, { intentId }: PaidFact): Promise<PaymentRow> {
  const { user_id: userId, credits, pack_id: packId } = checkout
  const granted = await postGrant(tx, 'live', {
    userId,
    amount: credits,
    kind: 'purchase',
    note: `pack ${packId}`,
    externalRef: intentId,
  })
  await markPaid(tx, checkout.id, intentId)
  const row = await tx.row<PaymentRow>(
    `insert into payments (id, user_id, checkout_id, intent_id, kind, pack_id, credits, amount, currency,
       is_live, grant_id)
     select $2, c.user_id, c.id, $3, c.kind, c.pack_id, c.credits, c.amount, c.currency, c.is_live, $4
     from checkouts c where c.id = $1 returning ${PAYMENT_COLUMNS}`,
    [checkout.id, newId('payment'), intentId, granted.id],
  )
  return row as PaymentRow
}

const findPaymentOf = (tx: Tx, checkoutId: string): Promise<PaymentRow | undefined> =>
  tx.row(`select ${PAYMENT_COLUMNS} from payments where checkout_id = $1 for update`, [checkoutId])

export const findPayment = (tx: Tx, intentId: string): Promise<PaymentRow | undefined> =>
  tx.row(`select ${PAYMENT_COLUMNS} from payments where intent_id = $1 for update`, [intentId])
