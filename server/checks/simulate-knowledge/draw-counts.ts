import type { Random } from '#learning/statistics'

/** A gamma random number of scale 1, by Marsaglia and Tsang. */
function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * (1 - random.uniform()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/**
 * A Poisson random number. The time of the n-th arrival is gamma distributed: a large mean is covered by one
 * such step, and the rest, or the arrivals inside the step, are counted one by one.
 */
export function drawPoisson(random: Random, mean: number): number {
  const COUNTED_BELOW = 30
  if (mean < COUNTED_BELOW) {
    const end = Math.exp(-mean)
    let count = -1
    for (let product = 1; product > end; count++) product *= random.uniform()
    return count
  }
  const step = Math.floor((mean * 7) / 8)
  const walked = drawGamma(random, step)
  if (walked < mean) return step + drawPoisson(random, mean - walked)
  let inside = 0
  for (let i = 1; i < step; i++) if (random.uniform() < mean / walked) inside++
  return inside
}

/** The revenue of a number of orders: each is gamma distributed, so their sum is too. */
export function drawRevenue(random: Random, orders: number, orderValue: number, spread: number): number {
  if (orders === 0) return 0
  return drawGamma(random, orders / spread ** 2) * orderValue * spread ** 2
}
