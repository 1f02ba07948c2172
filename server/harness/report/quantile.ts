/** The smallest value that at least this share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The mean of the two middle values when their number is even. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[Math.floor(index)] ?? Number.NaN
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2
}
