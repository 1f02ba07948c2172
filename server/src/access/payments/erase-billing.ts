import type { Tx } from '#platform/db'
import { lockPayments } from './lock-payments.ts'
import type { PaymentEvent } from './payment-event.ts'

/**
 * Forgets the card and the receipts of a user. What was paid stays: it is part of the operator's books. What
 * is recorded at this moment ends first: it may have begun before the account was erased, and keep a card.
 */
export async function eraseBilling(tx: Tx, userId: string): Promise<void> {
  await lockPayments(tx, userId)
  await tx.row(`delete from billing_settings where user_id = $1`, [userId])
  await tx.row(`select from erase_receipts($1)`, [userId])
}

/** The same events, which do not say any more where the receipt is: a receipt names its buyer. */
export async function eraseReceipts(
  tx: Tx,
  subject: string,
  events: PaymentEvent[],
): Promise<PaymentEvent[]> {
  await tx.row(
    `update payment_events set fact = fact || '{"receiptUrl": ""}'
     where subject = $1 and fact ->> 'kind' = 'receipt'`,
    [subject],
  )
  return events.map((event) =>
    event.fact.kind === 'receipt' ? { ...event, fact: { ...event.fact, receiptUrl: '' } } : event,
  )
}
