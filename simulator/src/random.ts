/** Hashes a list of keys to 32 well-mixed bits, so that random choices never depend on time. */
export function hashKeys(...keys: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  const text = keys.join('\u0000')
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** True for `percent` of all key lists; the same keys always give the same result. */
export function isSampled(percent: number, ...keys: readonly (string | number)[]): boolean {
  return hashKeys(...keys) / 2 ** 32 < percent / 100
}

export interface Random {
  /** A number from `low` to `high`, exclusive. */
  between(low: number, high: number): number
  /** An integer from 0 to `count`, exclusive. */
  below(count: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** A reproducible sequence: a Weyl step through the same mixing that `hashKeys` uses. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let bits = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    between: (low, high) => low + next() * (high - low),
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  }
}
