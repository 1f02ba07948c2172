import { giveBack, takeBack } from '#access/credits'
import type { Tx } from '#platform/db'
import type { PaidFact } from '#platform/stripe'
import { keepCard, stopTopUp } from './billing-row.ts'
import { endCheckout } from './checkout-row.ts'
import { areOfErased, eraseReceipts } from './erase-billing.ts'
import { foldReturns, reversedCredits } from './fold-returns.ts'
import type { Outcome, PaymentEvent } from './payment-event.ts'
import type { PaymentRow } from './payment-row.ts'
import { findPayment, recordPayment } from './record-payment.ts'

/**
 * Brings a payment to the state that everything said about it amounts to, whatever came first. In the
 * transaction of the caller, which holds the lock of the subject; doing it again changes nothing.
 */
export async function settleSubject(
  tx: Tx,
  subject: string,
  events: PaymentEvent[],
  isLive: boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const say = ({ id }: PaymentEvent, outcome: string) => void outcomes.push({ id, outcome })
  const told = events.filter((event) => {
    // A live endpoint may be sent test events, and the other way round.
    if (event.is_live !== isLive) say(event, `refused: a ${event.is_live ? 'live' : 'test'} event`)
    return event.is_live === isLive
  })
  const isErased = await areOfErased(tx, told)
  const ours = isErased ? await eraseReceipts(tx, subject, told) : told
  for (const event of ours)
    if (event.fact.kind === 'ended') say(event, await applyEnd(tx, event.fact.checkoutId, event.fact.as))
    else if (event.fact.kind === 'paid') say(event, await applyPaid(tx, event.fact, { event, isErased }))
  const payment = await findPayment(tx, subject)
  const others = ours.filter(({ fact }) => fact.kind !== 'paid' && fact.kind !== 'ended')
  if (payment) await applyReturns(tx, payment, others)
  // Money may be returned before we hear that it came.
  for (const event of others) say(event, payment ? 'applied' : 'waiting')
  return outcomes
}

type Told = { event: PaymentEvent; isErased: boolean }

async function applyPaid(tx: Tx, fact: PaidFact, { event, isErased }: Told): Promise<string> {
  const result = await recordPayment(tx, fact, { isLive: event.is_live, isErased })
  if ('ignored' in result) return 'ignored'
  if ('refused' in result) return `refused: ${result.refused}`.slice(0, 300)
  // Once: a later refund reads this event again, and the owner may have another card by then.
  if (event.applied_at === null && fact.customerId && !isErased) await keepCard(tx, result.checkout_id, fact)
  return 'applied'
}

async function applyEnd(tx: Tx, checkoutId: string, as: 'expired' | 'declined'): Promise<string> {
  const ended = await endCheckout(tx, checkoutId, as)
  if (ended?.kind === 'top_up' && as === 'declined') await stopTopUp(tx, ended.user_id, 'declined')
  return 'applied'
}

async function applyReturns(tx: Tx, payment: PaymentRow, events: PaymentEvent[]): Promise<void> {
  const returns = foldReturns(
    events.flatMap(({ fact, created_at: toldAt }) =>
      fact.kind === 'refund' || fact.kind === 'dispute' ? [{ fact, toldAt }] : [],
    ),
  )
  const receipt = events.findLast(({ fact }) => fact.kind === 'receipt')?.fact
  const target = reversedCredits(payment, returns)
  const change = target - payment.reversed_credits
  const revision = payment.revision + (change === 0 ? 0 : 1)
  const reversal = { userId: payment.user_id, amount: Math.abs(change), ref: `${payment.id}:${revision}` }
  if (change > 0) {
    await takeBack(tx, { ...reversal, note: 'a payment was returned' })
    // Nobody whose money goes back expects the card to be charged for it.
    await stopTopUp(tx, payment.user_id, 'payment_returned')
  }
  if (change < 0) await giveBack(tx, { ...reversal, note: 'a return of a payment was undone' })
  await tx.row(
    `update payments set refunded_amount = $2, disputed_amount = $3, dispute_status = $4,
       reversed_credits = $5, revision = $6, receipt_url = coalesce($7, receipt_url) where id = $1`,
    [
      payment.id,
      returns.refunded,
      returns.disputed,
      returns.disputeStatus,
      target,
      revision,
      (receipt?.kind === 'receipt' && receipt.receiptUrl.slice(0, 2048)) || null,
    ],
  )
}
