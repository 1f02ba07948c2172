import type { Transaction, TransactionReason } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

export type CreditsPage = { balance: number; transactions: Transaction[]; nextCursor: string | null }

type Row = {
  id: string
  seq: number
  amount: number
  reason: TransactionReason
  ref_id: string
  ref_type: Transaction['refType']
  balance_after: number
  hash: string
  created_at: Date
}

export async function readBalance(db: Rows, owner: Owner): Promise<number> {
  const row = await db.row<{ balance: number }>(
    `select balance from credit_accounts where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )
  return row?.balance ?? 0
}

/** What may be spent: nothing while there is a debt. */
export type Spendable = { balance: number; debt: number }

export async function readSpendable(db: Rows, owner: Owner): Promise<Spendable> {
  const row = await db.row<Spendable>(
    `select balance, debt from credit_accounts where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )
  return row ?? { balance: 0, debt: 0 }
}

/** The live balances of some users. */
export async function readBalances(db: Rows, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ user_id: string; balance: number }>(
    `select user_id, balance from credit_accounts where user_id = any($1::text[]) and mode = 'live'`,
    [userIds],
  )
  return new Map(rows.map(({ user_id: userId, balance }) => [userId, balance]))
}

/** Newest first, in the order of the chain. */
export async function readCredits(
  db: Rows,
  owner: Owner,
  page: { limit: number; cursor?: string | undefined },
): Promise<CreditsPage> {
  const rows = await db.rows<Row>(
    `select id, seq, amount, reason, ref_id, ref_type, balance_after, created_at,
       encode(tx_hash, 'hex') as hash
     from ledger_entries where user_id = $1 and mode = $2 and seq < coalesce($3::bigint, 9223372036854775807)
     order by seq desc limit $4`,
    [owner.userId, owner.mode, readCursor(page.cursor), page.limit + 1],
  )
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    balance: await readBalance(db, owner),
    transactions: shown.map(toTransaction),
    nextCursor: last ? writeCursor(last.seq) : null,
  }
}

/** The balance right after a media was charged, for the answer to a replayed submit. */
export async function balanceAfterCharge(db: Rows, owner: Owner, mediaId: string): Promise<number> {
  const row = await db.row<{ balance_after: number }>(
    `select balance_after from ledger_entries
     where ref_type = 'generated_media' and ref_id = $1 and kind = 'charge' and user_id = $2`,
    [mediaId, owner.userId],
  )
  if (!row) throw new Error(`media ${mediaId} has no charge`)
  return row.balance_after
}

const toTransaction = (row: Row): Transaction => ({
  id: row.id,
  amount: row.amount,
  reason: row.reason,
  refId: row.ref_id,
  refType: row.ref_type,
  balanceAfter: row.balance_after,
  txHash: row.hash,
  createdAt: row.created_at.toISOString(),
})

/** The position in the chain where the previous page ended. */
const writeCursor = (seq: number): string => Buffer.from(`seq.${seq}`).toString('base64url')

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const [, seq] = /^seq\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!seq)
    throw new Refusal('invalid_request', 'cursor is not a nextCursor of this list.', { field: 'cursor' })
  return Number(seq)
}
