import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type ChainedEntry, chainHash, GENESIS_HASH } from './chain-hash.ts'

export type ChainCheck = { valid: boolean; checked: number; headHash: string; brokenAt: string | null }

type EntryRow = ChainedEntry & { seq: number; hash: string }
type AccountRow = { user_id: string; mode: 'live' | 'test'; balance: number; seq: number; head: string }

const PAGE_ROWS = 2_000

/**
 * Recomputes one user's chain from its first entry: hashes, running balance, sequence without gaps, and head.
 */
export async function verifyChain(db: Rows, owner: Owner): Promise<ChainCheck> {
  const account = await db.row<AccountRow>(
    `select user_id, mode, balance, seq, encode(head_hash, 'hex') as head
     from credit_accounts where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )
  return account
    ? verifyAccount(db, account)
    : { valid: true, checked: 0, headHash: GENESIS_HASH, brokenAt: null }
}

/** The same for every credit account, one after another; calls `onBroken` for each broken chain. */
export async function verifyLedger(
  db: Rows,
  onBroken: (account: { userId: string; mode: string }, check: ChainCheck) => void,
): Promise<{ accounts: number; entries: number; broken: number }> {
  const total = { accounts: 0, entries: 0, broken: 0 }
  for (let after = ['', '']; ; ) {
    const page = await db.rows<AccountRow>(
      `select user_id, mode, balance, seq, encode(head_hash, 'hex') as head from credit_accounts
       where (user_id::text, mode) > ($1, $2) order by user_id::text, mode limit ${PAGE_ROWS}`,
      after,
    )
    for (const account of page) {
      const check = await verifyAccount(db, account)
      total.accounts++
      total.entries += check.checked
      if (!check.valid) total.broken++
      if (!check.valid) onBroken({ userId: account.user_id, mode: account.mode }, check)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return total
    after = [last.user_id, last.mode]
  }
}

async function verifyAccount(db: Rows, account: AccountRow): Promise<ChainCheck> {
  let hash = GENESIS_HASH
  let balance = 0
  let seq = 0
  for (;;) {
    // Up to the head that was read first: entries that are appended meanwhile are left to the next check.
    const page = await db.rows<EntryRow>(
      `select id, seq, amount, reason, ref_id, ref_type, balance_after, created_at,
         encode(tx_hash, 'hex') as hash
       from ledger_entries where user_id = $1 and mode = $2 and seq > $3 and seq <= $4
       order by seq limit ${PAGE_ROWS}`,
      [account.user_id, account.mode, seq, account.seq],
    )
    for (const entry of page) {
      balance += entry.amount
      const isCorrect =
        entry.seq === seq + 1 && entry.balance_after === balance && chainHash(hash, entry) === entry.hash
      if (!isCorrect) return { valid: false, checked: seq, headHash: hash, brokenAt: entry.id }
      hash = entry.hash
      seq = entry.seq
    }
    if (page.length < PAGE_ROWS) break
  }
  const isComplete = seq === account.seq && hash === account.head && balance === account.balance
  return { valid: isComplete, checked: seq, headHash: hash, brokenAt: null }
}
