/** Hashes a list of keys to 32 well-mixed bits (FNV-1a, then an avalanche). */
export function hashKeys(...keys: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  const text = keys.join('\u0000')
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

function mix(bits: number): number {
  let hash = bits
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export interface Random {
  /** A whole number from 0 to `count`, exclusive. */
  below(count: number): number
}

export function newRandom(seed: number): Random {
  let state = seed >>> 0
  return {
    below: (count) => {
      state = (state + 0x9e3779b9) >>> 0
      return Math.floor((mix(state) / 2 ** 32) * count)
    },
  }
}
