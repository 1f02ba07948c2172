import type { TransactionReason } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { readSpendable, type Spendable } from './read-credits.ts'

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
  // Only a refusal asks for the debt. It was the debt that refused when the balance would do.
  const { debt } = await readSpendable(tx, owner)
  throw insufficientCredits(media.costCredits, { balance: row.balance_now, debt })
}

/** A look without a lock: refuses a price that the charge would refuse. */
export async function refuseIfUnaffordable(db: Rows, owner: Owner, costCredits: number): Promise<void> {
  const spendable = await readSpendable(db, owner)
  if (!isAffordable(costCredits, spendable)) throw insufficientCredits(costCredits, spendable)
}

export const isAffordable = (costCredits: number, { balance, debt }: Spendable): boolean =>
  debt === 0 && balance >= costCredits

/** Says that a price cannot be charged, and why. */
export const explainUnaffordable = (costCredits: number, { balance, debt }: Spendable): string =>
  debt === 0
    ? `This costs ${costCredits} credits and the balance is ${balance}. Nothing was charged.`
    : `This account owes ${debt} credits, because a payment was returned after its credits were spent. ` +
      'Nothing can be submitted until they are paid: ask the owner to buy credits. Nothing was charged.'

const insufficientCredits = (costCredits: number, { balance, debt }: Spendable) =>
  new Refusal('insufficient_credits', explainUnaffordable(costCredits, { balance, debt }), {
    balance,
    required: costCredits + debt,
    ...(debt > 0 && { debt }),
  })
