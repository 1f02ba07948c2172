import { ownerOf } from '#access/identity'
import type { Rows } from '#platform/db'
import type { SignedTotals, UnsignedHead } from './signed-heads.ts'
import { readEntries } from './verify-chain.ts'
import { appendEntry, BrokenEntry, type ChainHead, EMPTY_CHAIN, isSameHead } from './walk-chain.ts'

/** The head of an account, verified from what was signed before. */
export type ChangedHead = Omit<UnsignedHead, 'statement'>

export type ChangedHeads = {
  heads: ChangedHead[]
  /** How much more these heads add up to than the signed heads of the same accounts. */
  added: SignedTotals
  /** What contradicts the heads that were signed; such an account is left out of `heads`. */
  contradictions: string[]
}

type Account = Pick<ChangedHead, 'userId' | 'mode'>
type ChangedRow = Account &
  ChainHead & { [Column in keyof ChainHead as `signed_${Column}`]: ChainHead[Column] | null }

const PAGE_ROWS = 2_000

/** Accounts whose head is not the signed one: at most `limit` of them, each verified since that head. */
export async function findChangedHeads(db: Rows, limit: number): Promise<ChangedHeads> {
  const contradictions = await findMissingAccounts(db)
  const added = { accounts: 0, entries: 0, balance: 0 }
  const changed: ChangedHeads = { heads: [], added, contradictions }
  for (let after = ['', '']; ; ) {
    const page = await readChanged(db, after, Math.min(PAGE_ROWS, limit - changed.heads.length))
    for (const row of page) {
      const { userId, mode, seq, balance, hash, seal } = row
      const wrong = await findContradiction(db, row)
      if (wrong) {
        contradictions.push(`${userId} (${mode}): ${wrong}`)
        continue
      }
      changed.heads.push({ userId, mode, seq, balance, hash, seal })
      added.accounts += row.signed_seq === null ? 1 : 0
      added.entries += seq - (row.signed_seq ?? 0)
      added.balance += balance - (row.signed_balance ?? 0)
    }
    const last = page.at(-1)
    if (!last || changed.heads.length >= limit) return changed
    after = [last.userId, last.mode]
  }
}

const readChanged = (db: Rows, after: string[], limit: number) =>
  db.rows<ChangedRow>(
    `select a.user_id as "userId", a.mode, a.seq, a.balance, encode(a.head_hash, 'hex') as hash,
       encode(a.head_seal, 'hex') as seal, s.seq as signed_seq, s.balance as signed_balance,
       encode(s.head_hash, 'hex') as signed_hash, encode(s.head_seal, 'hex') as signed_seal
     from credit_accounts a left join signed_heads s on s.user_id = a.user_id and s.mode = a.mode
     where (a.user_id, a.mode) > ($1::text, $2) and a.seq > 0 and
       (s.seq, s.balance, s.head_hash, s.head_seal)
         is distinct from (a.seq, a.balance, a.head_hash, a.head_seal)
     order by a.user_id, a.mode limit $3`,
    [...after, limit],
  )

async function findContradiction(db: Rows, row: ChangedRow): Promise<string | undefined> {
  const signed: ChainHead =
    row.signed_seq === null
      ? EMPTY_CHAIN
      : {
          seq: row.signed_seq,
          balance: row.signed_balance as number,
          hash: row.signed_hash as string,
          seal: row.signed_seal as string,
        }
  if (row.seq < signed.seq) return `the chain ends at number ${row.seq}, and number ${signed.seq} was signed`
  if (row.seq === signed.seq) return `the head at number ${row.seq} is not the one that was signed`
  let head = signed
  try {
    while (head.seq < row.seq) {
      const page = await readEntries(db, ownerOf(row.userId, row.mode), head.seq, row.seq)
      if (page.length === 0) return `the entries after number ${head.seq} are missing`
      for (const entry of page) head = appendEntry(head, entry)
    }
  } catch (error) {
    if (error instanceof BrokenEntry) return error.message
    throw error
  }
  return isSameHead(head, row) ? undefined : 'the account does not agree with its last entry'
}

async function findMissingAccounts(db: Rows): Promise<string[]> {
  const rows = await db.rows<Account & { seq: number }>(
    `select s.user_id as "userId", s.mode, s.seq from signed_heads s
     where not exists (select from credit_accounts a where a.user_id = s.user_id and a.mode = s.mode)
     order by s.user_id, s.mode limit ${PAGE_ROWS}`,
  )
  return rows.map(
    ({ userId, mode, seq }) => `${userId} (${mode}): the account is missing; ${seq} entries were signed`,
  )
}
