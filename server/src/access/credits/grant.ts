import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { collectDebt } from './debts.ts'

export type Grant = {
  userId: string
  amount: number
  note: string
  kind: 'grant' | 'purchase' | 'adjustment'
  /** The name of the payment or ticket outside. A kind and a reference grant once; a purchase needs one. */
  externalRef?: string | undefined
}

/** `isRepeated`: the reference is known; nothing was granted now, and this is what the first grant gave. */
export type Granted = { id: string; balance: number; isRepeated: boolean }

/** Adds credits, with a note that says why. The amount of an adjustment may be negative. */
export const grant = (db: Db, details: Grant): Promise<Granted> =>
  db.transaction((tx) => postGrant(tx, 'live', details))

/** Creates the credit account if there is none. What is granted pays a debt first. */
export async function postGrant(
  tx: Tx,
  mode: 'live' | 'test',
  { userId, amount, note, kind, externalRef }: Grant,
): Promise<Granted> {
  const row = await tx.row<{ grant_id: string; repeated: boolean; balance_now: number }>(
    `select grant_id, repeated, balance_now from post_grant($1, $2, $3, $4, $5, $6, $7, $8)`,
    [newId('grant'), newId('transaction'), userId, mode, kind, amount, note, externalRef ?? null],
  )
  if (!row) throw new Error('post_grant returned no row')
  const paid = mode === 'live' && amount > 0 && !row.repeated ? await collectDebt(tx, userId) : 0
  return { id: row.grant_id, balance: row.balance_now - paid, isRepeated: row.repeated }
}
