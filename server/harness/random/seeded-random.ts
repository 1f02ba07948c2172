import { createHash } from 'node:crypto'

export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A real number from `low` up to, but not including, `high`. */
  float(low: number, high: number): number
  /** An integer, both ends included. */
  int(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
  bytes(length: number): Buffer
}

/**
 * The same keys give the same sequence on every machine, so a failure can be reproduced. A single number is
 * the seed itself; other keys are hashed to one, so that sequences with different keys are independent.
 * The generator is mulberry32: fast enough for the pixels of a picture, which rules out a hash per number.
 */
export function seededRandom(...keys: (string | number)[]): Random {
  let state = seedOf(keys)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    float: (low, high) => low + next() * (high - low),
    pick: <T>(from: readonly T[]) => from[int(0, from.length - 1)] as T,
    shuffle<T>(items: readonly T[]): T[] {
      const left = [...items]
      return items.map(() => left.splice(int(0, left.length - 1), 1)[0] as T)
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(0, 255))),
  }
}

function seedOf(keys: (string | number)[]): number {
  const [only] = keys
  if (keys.length === 1 && typeof only === 'number') return only >>> 0
  return createHash('sha256').update(keys.join('/')).digest().readUInt32BE(0)
}
