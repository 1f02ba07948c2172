import { giveBack, takeBack } from '#access/credits'
import { isErased } from '#access/identity'
import type { Tx } from '#platform/db'
import type { EndedFact, PaidFact } from '#platform/stripe'
import { keepCard, stopTopUp } from './billing-row.ts'
import type { Cashier } from './cashier.ts'
import { endCheckout, findBuyer } from './checkout-row.ts'
import { eraseReceipts } from './erase-billing.ts'
import { foldReturns, reversedCredits } from './fold-returns.ts'
import { lockPayments } from './lock-payments.ts'
import type { Outcome, PaymentEvent } from './payment-event.ts'
import type { PaymentRow } from './payment-row.ts'
import { findPayment, recordPayment } from './record-payment.ts'

/**
 * Brings a payment to the state that everything said about it amounts to, whatever came first. In the
 * transaction of the caller, which holds the lock of the subject; doing it again changes nothing.
 */
export async function settleSubject(
  tx: Tx,
  { stripe: { isLive }, config }: Pick<Cashier, 'stripe' | 'config'>,
  subject: string,
  events: PaymentEvent[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const say = ({ id }: PaymentEvent, outcome: string) => void outcomes.push({ id, outcome })
  const told = events.filter((event) => {
    // A live endpoint may be sent test events, and the other way round.
    if (event.is_live !== isLive) say(event, `refused: a ${event.is_live ? 'live' : 'test'} event`)
    return event.is_live === isLive
  })
  const buyer = await findBuyer(tx, checkoutsOf(told))
  if (buyer) await lockPayments(tx, buyer)
  // The last events of an account may come after it was erased.
  const isGone = buyer !== undefined && (await isErased(tx, buyer))
  const ours = isGone ? await eraseReceipts(tx, subject, told) : told
  for (const event of ours)
    if (event.fact.kind === 'ended') say(event, await applyEnd(tx, config, event.fact))
    else if (event.fact.kind === 'paid')
      say(event, await applyPaid(tx, event.fact, { event, isErased: isGone }))
  const payment = await findPayment(tx, subject)
  const others = ours.filter(({ fact }) => fact.kind !== 'paid' && fact.kind !== 'ended')
  if (payment) await applyReturns(tx, config, payment, others)
  // Money may be returned before we hear that it came.
  for (const event of others) say(event, payment ? 'applied' : 'waiting')
  return outcomes
}

const checkoutsOf = (events: PaymentEvent[]): string[] =>
  events.flatMap(({ fact }) => (fact.kind === 'paid' || fact.kind === 'ended' ? [fact.checkoutId] : []))

type Told = { event: PaymentEvent; isErased: boolean }

async function applyPaid(tx: Tx, fact: PaidFact, { event, isErased }: Told): Promise<string> {
  const result = await recordPayment(tx, fact, { isLive: event.is_live, isErased })
  if ('ignored' in result) return 'ignored'
  if ('refused' in result) return `refused: ${result.refused}`.slice(0, 300)
  // Once: a later refund reads this event again, and the owner may have another card by then.
  if (event.applied_at === null && fact.customerId && !isErased) await keepCard(tx, result.checkout_id, fact)
  return 'applied'
}

type Settings = Cashier['config']

async function applyEnd(tx: Tx, config: Settings, { checkoutId, as }: EndedFact): Promise<string> {
  const ended = await endCheckout(tx, checkoutId, as)
  if (ended?.kind === 'top_up' && as === 'declined')
    await stopTopUp(tx, config, { userId: ended.user_id, why: 'declined' })
  return 'applied'
}

async function applyReturns(
  tx: Tx,
  config: Settings,
  payment: PaymentRow,
  events: PaymentEvent[],
): Promise<void> {
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
    await stopTopUp(tx, config, { userId: payment.user_id, why: 'payment_returned' })
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
