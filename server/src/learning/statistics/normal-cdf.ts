/** Beyond this the result differs from 0 or 1 by less than a double can hold. */
const MAX_Z = 8.3

/**
 * Cumulative distribution function Phi(x) of the standard normal distribution: its power series, summed until
 * the value no longer changes.
 */
export function normalCdf(x: number): number {
  if (x > MAX_Z) return 1
  if (x < -MAX_Z) return 0
  let sum = x
  let term = x
  let previous = Number.NaN
  for (let odd = 3; sum !== previous; odd += 2) {
    previous = sum
    term *= (x * x) / odd
    sum += term
  }
  const probability = 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
  return Math.min(1, Math.max(0, probability))
}
