import { createHash } from 'node:crypto'

export type Dice = {
  /** From 0 up to, but not including, 1. */
  share(): number
  between(low: number, high: number): number
  pick<T>(choices: readonly T[]): T
  shuffle<T>(things: readonly T[]): T[]
}

/** A sequence that follows from its keys alone, so a plan is the same whatever else is thrown beside it. */
export function rollDice(...keys: (string | number)[]): Dice {
  let count = 0
  const share = () => {
    const bytes = createHash('sha256')
      .update(`${keys.join('/')}#${count++}`)
      .digest()
    return bytes.readUInt32BE(0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    share,
    between: (low, high) => low + share() * (high - low),
    pick: <T>(choices: readonly T[]) => choices[below(choices.length)] as T,
    shuffle<T>(things: readonly T[]): T[] {
      const left = [...things]
      return things.map(() => left.splice(below(left.length), 1)[0] as T)
    },
  }
}
