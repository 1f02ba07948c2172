import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'

/** Credits of a returned payment. `ref` names this change; a reference changes something once. */
export type Reversal = { userId: string; amount: number; ref: string; note: string }

const newIds = () => [newId('grant'), newId('transaction'), newId('debt')]

/** Takes credits back: what the balance has, and the rest as a debt, which is paid before anything else. */
export async function takeBack(tx: Tx, { userId, amount, ref, note }: Reversal): Promise<void> {
  const values = [userId, amount, ref, note, ...newIds()]
  await tx.row(`select taken from take_back($1, $2, $3, $4, $5, $6, $7)`, values)
}

/** Gives back what was taken: less debt first, then credits. */
export async function giveBack(tx: Tx, { userId, amount, ref, note }: Reversal): Promise<void> {
  const values = [userId, amount, ref, note, ...newIds()]
  await tx.row(`select given from give_back($1, $2, $3, $4, $5, $6, $7)`, values)
}

/** Pays a debt from the balance, as far as it goes. Returns how much. */
export async function collectDebt(tx: Rows, userId: string): Promise<number> {
  const values = [userId, 'a debt is paid', ...newIds()]
  const row = await tx.row<{ paid: number }>(`select collect_debt($1, $2, $3, $4, $5) as paid`, values)
  return row?.paid ?? 0
}

const COLLECTED_AT_ONCE = 100

/** Refunds of jobs raise balances, too. Until they are collected nothing can be charged, so this may wait. */
export async function collectDebts(db: Rows): Promise<number> {
  const owing = await db.rows<{ user_id: string }>(
    `select user_id from credit_accounts where debt > 0 and balance > 0
     order by user_id limit ${COLLECTED_AT_ONCE}`,
  )
  for (const { user_id: userId } of owing) await collectDebt(db, userId)
  return owing.length
}

export type Owed = { userId: string; debt: number }

/** Who owes most, for an admin. The database refuses everybody else. */
export const listDebts = (db: Rows, limit: number): Promise<Owed[]> =>
  db.rows(`select user_id as "userId", debt from list_debts($1)`, [limit])
