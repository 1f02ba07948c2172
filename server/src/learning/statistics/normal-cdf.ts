/** Beyond this the rest is less than a double can tell from zero or one. */
const MAX_Z = 8.3

/** The share of a normal distribution below x: its power series, added up until nothing changes any more. */
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
