import { hash } from 'node:crypto'

export type Random = {
  /** Uniform in [0, 1). */
  uniform(): number
  /** From the standard normal distribution. */
  normal(): number
}

/**
 * A pseudo-random generator that gives the same numbers for the same seed on every machine: sfc32 by Chris
 * Doty-Humphrey. A hash of the seed fills its four state words, so that similar seeds give unrelated numbers.
 */
export function seededRandom(seed: string): Random {
  const digest = hash('sha256', seed, 'buffer')
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  const next32Bits = (): number => {
    const mixed = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + mixed) | 0
    return mixed >>> 0
  }
  const uniform = () => next32Bits() / 2 ** 32
  // Box-Muller transform. 1 - uniform() is never 0, so its logarithm is finite.
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}
