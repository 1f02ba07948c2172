import { createHash } from 'node:crypto'

export const GENESIS_HASH = '0'.repeat(64)

/** What `txHash` covers, besides the hash before it. */
export type ChainedEntry = {
  id: string
  amount: number
  reason: string
  ref_id: string
  ref_type: string
  balance_after: number
  created_at: Date
}

/** What the seal covers, besides the seal before it and `txHash`. */
export type SealedEntry = {
  user_id: string
  mode: string
  seq: number
  kind: string
  reverses: string | null
}

/** The same hash as entry_hash() in the database, implemented twice so that each checks the other. */
export const chainHash = (previous: string, entry: ChainedEntry): string =>
  hashLines([
    previous,
    entry.id,
    entry.amount,
    entry.reason,
    entry.ref_id,
    entry.ref_type,
    entry.balance_after,
    entry.created_at.toISOString(),
  ])

/** The same hash as entry_seal() in the database. */
export const sealHash = (previous: string, entry: SealedEntry, txHash: string): string =>
  hashLines([previous, entry.user_id, entry.mode, entry.seq, entry.kind, entry.reverses ?? '', txHash])

const hashLines = (lines: (string | number)[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex')
