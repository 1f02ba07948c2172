import type { Transaction } from '@atelier/contract'

export type ChainVerdict =
  | { kind: 'holds'; checked: number; head: string }
  | { kind: 'broken'; place: number; entry: Transaction; expected: string }
  | { kind: 'wrong-sum'; sum: number; balance: number }

const FIRST = '0'.repeat(64)

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** What an entry is bound to: the hash before it and every value of its own. */
export async function hashEntry(previous: string, entry: Transaction): Promise<string> {
  const { id, amount, reason, refId, refType, balanceAfter, createdAt } = entry
  const text = [previous, id, amount, reason, refId, refType, balanceAfter, createdAt].join('\n')
  return hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/**
 * Recomputes the whole ledger in this browser, oldest first: nobody has to believe the service. Each hash
 * must follow from the one before, each balance from the amounts, and the last balance must be the one told.
 */
export async function walkChain(
  entries: Transaction[],
  balance: number,
  onWalked: (checked: number) => void = () => undefined,
): Promise<ChainVerdict> {
  let previous = FIRST
  let sum = 0
  for (const [at, entry] of entries.entries()) {
    const expected = await hashEntry(previous, entry)
    sum += entry.amount
    if (expected !== entry.txHash || sum !== entry.balanceAfter)
      return { kind: 'broken', place: at + 1, entry, expected }
    previous = entry.txHash
    if (at % 50 === 0) onWalked(at + 1)
  }
  if (sum !== balance) return { kind: 'wrong-sum', sum, balance }
  return { kind: 'holds', checked: entries.length, head: previous }
}
