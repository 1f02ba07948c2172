import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'

export type Grant = {
  userId: string
  amount: number
  note: string
  kind: 'grant' | 'purchase' | 'adjustment'
}

const reasonOf = {
  grant: 'credit_grant',
  purchase: 'credit_purchase',
  adjustment: 'admin_adjustment',
} as const

/** Adds credits, with a note that says why. The amount of an adjustment may be negative. */
export function grant(db: Db, details: Grant): Promise<{ id: string; balance: number }> {
  return db.transaction(async (tx) => {
    await ensureAccount(tx, details.userId)
    return postGrant(tx, 'live', details)
  })
}

/** Call it in a transaction that knows that the credit account exists. */
export async function postGrant(
  tx: Tx,
  mode: 'live' | 'test',
  { userId, amount, note, kind }: Grant,
): Promise<{ id: string; balance: number }> {
  const id = newId('grant')
  await tx.row(`insert into credit_grants (id, user_id, mode, amount, note) values ($1, $2, $3, $4, $5)`, [
    id,
    userId,
    mode,
    amount,
    note,
  ])
  const row = await tx.row<{ posted: boolean; balance_now: number }>(
    `select posted, balance_now from post_entry($1, $2, $3, $4, $5, $6, 'credit_grant', $7, null)`,
    [newId('transaction'), userId, mode, kind, amount, reasonOf[kind], id],
  )
  if (!row?.posted)
    throw new Error(`the balance of ${userId} is ${row?.balance_now}: ${amount} would make it negative`)
  return { id, balance: row.balance_now }
}

const ensureAccount = (tx: Tx, userId: string) =>
  tx.row(`insert into credit_accounts (user_id, mode) values ($1, 'live') on conflict do nothing`, [userId])
