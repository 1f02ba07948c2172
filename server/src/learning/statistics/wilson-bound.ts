/** The 90% quantile of the standard normal distribution: each bound is one-sided with 90% confidence. */
export const Z_90 = 1.2816

/** One bound of the Wilson score interval for a proportion of `hits` in `n`. */
export function wilsonBound(hits: number, n: number, side: 'low' | 'high', z = Z_90): number {
  if (n <= 0) return side === 'low' ? 0 : 1
  const p = hits / n
  const halfWidth = z * Math.sqrt((p * (1 - p) + (z * z) / (4 * n)) / n)
  const bound = (p + (z * z) / (2 * n) + (side === 'low' ? -halfWidth : halfWidth)) / (1 + (z * z) / n)
  return Math.min(1, Math.max(0, bound))
}
