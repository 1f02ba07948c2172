import { hash } from 'node:crypto'

export type Random = {
  /** From 0 up to, but never, 1. */
  uniform(): number
  /** Of the standard normal distribution. */
  normal(): number
}

/**
 * The same seed gives the same numbers on any day and any machine. Chris Doty-Humphrey's sfc32: its four
 * words of state are filled by a hash, so that seeds which differ in one letter have nothing in common.
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
  // Box and Muller; 1 minus the number is never 0, whose logarithm nobody has.
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}
