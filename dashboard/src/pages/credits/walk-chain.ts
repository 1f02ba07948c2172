import type { Transaction } from '@atelier/contract'
import type { LedgerPage } from '../../api/credits.ts'

export type ChainVerdict =
  | { kind: 'holds'; checked: number; head: string }
  | { kind: 'broken'; place: number; entry: Transaction; expected: string }
  | { kind: 'wrong-sum'; sum: number; balance: number }

/** How far a walk has come: the number of entries, and the last of them. */
export type Walked = { count: number; lastId: string | null }

const FIRST = '0'.repeat(64)

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hex(bytes: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += hexOf[byte]
  return text
}

const encoder = new TextEncoder()

/** What an entry is bound to: the hash before it and every value of its own. */
export async function hashEntry(previous: string, entry: Transaction): Promise<string> {
  const { id, amount, reason, refId, refType, balanceAfter, createdAt } = entry
  const text = [previous, id, amount, reason, refId, refType, balanceAfter, createdAt].join('\n')
  return hex(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

/**
 * Recomputes the whole ledger in this browser, oldest first: nobody has to believe the service. Each hash
 * must follow from the one before, each balance from the amounts, and the last balance must be the one told.
 */
export async function walkChain(
  pages: AsyncIterable<LedgerPage>,
  onWalked: (walked: Walked) => void = () => undefined,
): Promise<ChainVerdict> {
  let previous = FIRST
  let sum = 0
  let checked = 0
  let told = 0
  let lastId: string | null = null
  for await (const { entries, balance } of pages) {
    const expected = await hashEntries(previous, entries)
    for (const [at, entry] of entries.entries()) {
      sum += entry.amount
      checked++
      if (expected[at] !== entry.txHash || sum !== entry.balanceAfter)
        return { kind: 'broken', place: checked, entry, expected: expected[at] ?? '' }
    }
    previous = entries.at(-1)?.txHash ?? previous
    told = balance
    lastId = entries.at(-1)?.id ?? lastId
    onWalked({ count: checked, lastId })
  }
  if (sum !== told) return { kind: 'wrong-sum', sum, balance: told }
  return { kind: 'holds', checked, head: previous }
}

/**
 * All at once: each follows from the hash that the entry before it tells. If that one is wrong itself, the
 * chain is broken there.
 */
const hashEntries = (previous: string, entries: Transaction[]): Promise<string[]> =>
  Promise.all(entries.map((entry, at) => hashEntry(entries[at - 1]?.txHash ?? previous, entry)))
