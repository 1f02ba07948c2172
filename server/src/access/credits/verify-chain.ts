import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { newPacer } from '#platform/turns'
import { newHeadVerifier } from './head-signature.ts'
import { findSignedHead, type SignedHead } from './signed-heads.ts'
import {
  appendEntry,
  BrokenEntry,
  type ChainHead,
  EMPTY_CHAIN,
  ENTRY_COLUMNS,
  type EntryRow,
  isSameHead,
} from './walk-chain.ts'

/** `checked` counts the entries that were recomputed now. */
export type ChainCheck = { valid: boolean; checked: number; headHash: string; brokenAt: string | null }

/** Few: the rows of a page are parsed in one go, and other requests wait meanwhile. */
const PAGE_ROWS = 250
/** A chain up to this length is recomputed as a whole, a longer one from its newest signed head on. */
const WHOLE_CHAIN_ENTRIES = 2_000

/**
 * Verifies the chain of one user: hashes, seals, running balance, sequence without gaps, and the head of the
 * account. A signed head is believed only if one of the keys signed it.
 */
export async function verifyChain(
  db: Rows,
  owner: Owner,
  publicKeys: readonly string[] = [],
): Promise<ChainCheck> {
  const found = await findSignedHead(db, owner)
  const signed = found && newHeadVerifier(publicKeys)(found) ? found : undefined
  const account = (await findHead(db, owner)) ?? EMPTY_CHAIN
  // The signed head was read first, so the account can only be ahead of it.
  if (signed && account.seq < signed.seq)
    return { valid: false, checked: 0, headHash: account.hash, brokenAt: null }
  const isLong = account.seq > WHOLE_CHAIN_ENTRIES
  return walk(db, owner, { account, signed, from: isLong && signed ? signed : EMPTY_CHAIN })
}

const findHead = (db: Rows, owner: Owner) =>
  db.row<ChainHead>(
    `select seq, balance, encode(head_hash, 'hex') as hash, encode(head_seal, 'hex') as seal
     from credit_accounts where user_id = $1 and mode = $2`,
    [owner.userId, owner.mode],
  )

type Route = { account: ChainHead; signed: SignedHead | undefined; from: ChainHead }

async function walk(db: Rows, owner: Owner, { account, signed, from }: Route): Promise<ChainCheck> {
  let head = from
  const result = (valid: boolean, brokenAt: string | null) => ({
    valid,
    checked: head.seq - from.seq,
    headHash: head.hash,
    brokenAt,
  })
  if (from.seq > 0) {
    const [entry] = await readEntries(db, owner, from.seq - 1, from.seq)
    if (entry?.hash !== from.hash || entry.seal !== from.seal) return result(false, entry?.id ?? null)
  }
  const pacer = newPacer()
  while (head.seq < account.seq) {
    if (pacer.isDue()) await pacer.pause()
    // Up to the head that was read first: entries that are appended meanwhile are left to the next check.
    const page = await readEntries(db, owner, head.seq, account.seq)
    if (page.length === 0) break
    for (const entry of page) {
      try {
        head = appendEntry(head, entry)
      } catch (error) {
        if (!(error instanceof BrokenEntry)) throw error
        return result(false, error.entryId)
      }
      if (signed?.seq === head.seq && !isSameHead(signed, head)) return result(false, entry.id)
    }
  }
  return result(isSameHead(head, account), null)
}

export const readEntries = (db: Rows, owner: Owner, after: number, to: number) =>
  db.rows<EntryRow>(
    `select ${ENTRY_COLUMNS} from ledger_entries
     where user_id = $1 and mode = $2 and seq > $3 and seq <= $4 order by seq limit ${PAGE_ROWS}`,
    [owner.userId, owner.mode, after, to],
  )
