import type { Rows, Tx } from '#platform/db'

export type CheckoutRow = {
  id: string
  user_id: string
  kind: 'page' | 'top_up'
  pack_id: string
  credits: number
  amount: number
  currency: string
  is_live: boolean
  keeps_card: boolean
  state: 'open' | 'paid' | 'expired' | 'declined'
  session_id: string | null
  intent_id: string | null
  created_at: Date
}

export const CHECKOUT_COLUMNS = `id, user_id, kind, pack_id, credits, amount, currency, is_live, keeps_card,
  state, session_id, intent_id, created_at`

/** Whose checkouts these are. */
export async function findBuyer(db: Rows, ids: string[]): Promise<string | undefined> {
  const row = await db.row<Pick<CheckoutRow, 'user_id'>>(
    `select user_id from checkouts where id = any($1::text[]) limit 1`,
    [ids],
  )
  return row?.user_id
}

/** Locked, so that one payment is recorded for it at a time. */
export const lockCheckout = (tx: Tx, id: string): Promise<CheckoutRow | undefined> =>
  tx.row(`select ${CHECKOUT_COLUMNS} from checkouts where id = $1 for update`, [id])

/** Ends one that is open; a payment may still come, and counts. */
export async function endCheckout(
  tx: Rows,
  id: string,
  state: 'expired' | 'declined',
): Promise<Pick<CheckoutRow, 'user_id' | 'kind'> | undefined> {
  return await tx.row(
    `update checkouts set state = $2, ended_at = clock_timestamp() where id = $1 and state = 'open'
     returning user_id, kind`,
    [id, state],
  )
}

export async function markPaid(tx: Rows, id: string, intentId: string): Promise<void> {
  await tx.row(
    `update checkouts set state = 'paid', intent_id = $2, ended_at = clock_timestamp() where id = $1`,
    [id, intentId],
  )
}
