import type { Tx } from '#platform/db'

/** Forgets the card and the receipts of a user. What was paid stays: it is part of the operator's books. */
export async function eraseBilling(tx: Tx, userId: string): Promise<void> {
  await tx.row(`delete from billing_settings where user_id = $1`, [userId])
  await tx.row(`select from erase_receipts($1)`, [userId])
}
