import type { TransactionReason } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { readBalance } from './read-credits.ts'

const reasons = { image: 'image_generation', video: 'video_generation' } as const satisfies Record<
  string,
  TransactionReason
>

/** Charges the price of a media, or refuses. Call it in the transaction that inserts the media. */
export async function charge(
  tx: Tx,
  owner: Owner,
  media: { id: string; kind: keyof typeof reasons; costCredits: number },
): Promise<{ balanceAfter: number }> {
  const row = await tx.row<{ posted: boolean; balance_now: number }>(
    `select posted, balance_now from post_entry($1, $2, $3, 'charge', $4, $5, 'generated_media', $6, null)`,
    [newId('transaction'), owner.userId, owner.mode, -media.costCredits, reasons[media.kind], media.id],
  )
  if (!row) throw new Error('post_entry returned no row')
  if (row.posted) return { balanceAfter: row.balance_now }
  throw insufficientCredits(media.costCredits, row.balance_now)
}

/** A look without a lock: refuses a price that the charge would refuse. */
export async function refuseIfUnaffordable(db: Rows, owner: Owner, costCredits: number): Promise<void> {
  const balance = await readBalance(db, owner)
  if (balance < costCredits) throw insufficientCredits(costCredits, balance)
}

const insufficientCredits = (required: number, balance: number) =>
  new Refusal(
    'insufficient_credits',
    `This costs ${required} credits and the balance is ${balance}. Nothing was charged.`,
    { balance, required },
  )
