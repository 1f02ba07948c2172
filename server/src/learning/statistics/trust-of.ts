/** How far a reporter's word goes: the share of its claims that held, beginning in the middle. */
export const trustOf = (confirmed: number, comparable: number): number => (confirmed + 2) / (comparable + 4)

/** How a reporter errs: below zero it claims too much. Null while nothing could be compared. */
export const biasOf = (deltas: number[]): number | null =>
  trustWeightedMedian(deltas.map((value) => ({ value, trust: 1 })))

/** The value with half of the trust on either side; between two where the halves part. Null of none. */
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
