import { createHash } from 'node:crypto'

export const GENESIS_HASH = '0'.repeat(64)

export type ChainedEntry = {
  id: string
  amount: number
  reason: string
  ref_id: string
  ref_type: string
  balance_after: number
  created_at: Date
}

/** The same hash as entry_hash() in the database, implemented twice so that each checks the other. */
export const chainHash = (previous: string, entry: ChainedEntry): string =>
  createHash('sha256')
    .update(
      [
        previous,
        entry.id,
        entry.amount,
        entry.reason,
        entry.ref_id,
        entry.ref_type,
        entry.balance_after,
        entry.created_at.toISOString(),
      ].join('\n'),
    )
    .digest('hex')
