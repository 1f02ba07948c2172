import { type ChainedEntry, chainHash, GENESIS_HASH, type SealedEntry, sealHash } from './chain-hash.ts'

export type EntryRow = ChainedEntry & SealedEntry & { hash: string; seal: string }

/** Where a chain stands after an entry. */
export type ChainHead = { seq: number; balance: number; hash: string; seal: string }

export const EMPTY_CHAIN: ChainHead = { seq: 0, balance: 0, hash: GENESIS_HASH, seal: GENESIS_HASH }

/** The columns of an `EntryRow`. */
export const ENTRY_COLUMNS = `id, user_id, mode, seq, kind, reverses, amount, reason, ref_id, ref_type,
  balance_after, created_at, encode(tx_hash, 'hex') as hash, encode(seal, 'hex') as seal`

/** The head after one more entry. Throws `BrokenEntry` when the entry does not follow. */
export function appendEntry(head: ChainHead, entry: EntryRow): ChainHead {
  const balance = head.balance + entry.amount
  if (entry.seq !== head.seq + 1)
    throw new BrokenEntry(entry, `has the number ${entry.seq}, not ${head.seq + 1}`)
  if (entry.balance_after !== balance)
    throw new BrokenEntry(entry, `says the balance ${entry.balance_after}; the sum is ${balance}`)
  if (balance < 0) throw new BrokenEntry(entry, `makes the balance ${balance}`)
  if (chainHash(head.hash, entry) !== entry.hash)
    throw new BrokenEntry(entry, 'has a txHash that does not belong to its content and the entry before it')
  if (sealHash(head.seal, entry, entry.hash) !== entry.seal)
    throw new BrokenEntry(entry, 'has a seal that does not belong to its owner, number, kind or reversal')
  return { seq: entry.seq, balance, hash: entry.hash, seal: entry.seal }
}

export class BrokenEntry extends Error {
  readonly entryId: string

  constructor(entry: EntryRow, sentence: string) {
    super(`entry ${entry.id} ${sentence}`)
    this.entryId = entry.id
  }
}

export const isSameHead = (one: ChainHead, other: ChainHead): boolean =>
  one.seq === other.seq && one.balance === other.balance && one.hash === other.hash && one.seal === other.seal
