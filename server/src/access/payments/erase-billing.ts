import type { Tx } from '#platform/db'

/** Forgets the card and the receipts of a user. What was paid stays: it is part of the operator's books. */
export async function eraseBilling(tx: Tx, userId: string): Promise<void> {
  await tx.row(`delete from billing_settings where user_id = $1`, [userId])
  await tx.row(`update payments set receipt_url = null where user_id = $1`, [userId])
  await tx.row(
    `update payment_events e set fact = e.fact || '{"receiptUrl": ""}' from payments p
     where p.user_id = $1 and e.subject = p.intent_id and e.fact ->> 'kind' = 'receipt'`,
    [userId],
  )
}
