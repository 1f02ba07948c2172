import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'

/** Refunds the charge of a media, in full or in part. The database allows one refund per media. */
export async function refund(tx: Tx, mediaId: string, amountCredits: number): Promise<{ refundedAt: Date }> {
  const row = await tx.row<{ posted_at: Date }>(
    `select posted_at from refund_charge($1, 'generated_media', $2, $3)`,
    [newId('transaction'), mediaId, amountCredits],
  )
  if (!row) throw new Error('refund_charge gave no row')
  return { refundedAt: row.posted_at }
}
