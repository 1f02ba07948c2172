import type { Transaction } from '@atelier/contract'
import type { ChainVerdict, Walked } from './walk-chain.ts'

export type Knot = 'holds' | 'broken' | null

/**
 * What the walk says of each entry, newest first as they are listed. It begins at the oldest, so what it has
 * reached and everything below holds; what came after it is not known yet.
 */
export function knotsOf(
  entries: Pick<Transaction, 'id'>[],
  verdict: ChainVerdict | undefined,
  { lastId }: Walked,
): Knot[] {
  const brokenId = verdict?.kind === 'broken' ? verdict.entry.id : null
  const reached = entries.findIndex(({ id }) => id === (brokenId ?? lastId))
  return entries.map((_, at) => {
    if (reached < 0 || at < reached) return null
    return at === reached && brokenId !== null ? 'broken' : 'holds'
  })
}
