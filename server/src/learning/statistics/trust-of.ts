/**
 * Trust in a reporter: the share of its comparable claims that were confirmed, with a prior of 2 in 4 (0.5
 * for a new reporter).
 */
export const trustOf = (confirmed: number, comparable: number): number => (confirmed + 2) / (comparable + 4)

/**
 * The median delta of a reporter's claims; negative when it claims too much. Null without comparable claims.
 */
export const biasOf = (deltas: number[]): number | null =>
  trustWeightedMedian(deltas.map((value) => ({ value, trust: 1 })))

/**
 * Weighted median: the value with half of the total trust on either side, or the mean of the two neighbours
 * when the half falls between them. Null for an empty list.
 */
export function trustWeightedMedian(list: { value: number; trust: number }[]): number | null {
  const sorted = list.toSorted((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { trust }) => sum + trust, 0) / 2
  let below = 0
  for (const [at, { value, trust }] of sorted.entries()) {
    below += trust
    if (below > half) return value
    if (below === half) return (value + (sorted[at + 1]?.value ?? value)) / 2
  }
  return null
}
