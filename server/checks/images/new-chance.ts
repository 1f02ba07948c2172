export type Chance = {
  /** From 0 up to, but never, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  bytes(length: number): Buffer
}

/** The same seed gives the same pictures on any machine, so a failure can be shown again. */
export function newChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    bytes: (length) => Buffer.from(Array.from({ length }, () => between(0, 255))),
  }
}
