/** Shorter words have too many neighbours. */
const LETTERS_MIN = 4
/** In a word of fewer letters another letter makes another word: winter, winner. */
const LETTERS_TO_REPLACE = 7
/** From this length on two mistakes are forgiven. */
const LETTERS_FOR_TWO = 10

/**
 * Whether a folded word is another one with a typing mistake: a letter that is missing, added, swapped with
 * the next one or, in a longer word, wrong.
 */
export function isTypoOf(typed: string, word: string): boolean {
  const [from, to] = [[...typed], [...word]]
  if (Math.min(from.length, to.length) < LETTERS_MIN) return false
  const letters = Math.max(from.length, to.length)
  const mistakes = letters < LETTERS_FOR_TWO ? 1 : 2
  if (Math.abs(from.length - to.length) > mistakes) return false
  const replacing = letters < LETTERS_TO_REPLACE ? 2 : 1
  // The usual table of edit distances, of which the last two rows are needed.
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [i, letter] of from.entries()) {
    const row = [i + 1]
    for (const [j, other] of to.entries()) {
      const replaced = (last[j] ?? 0) + (letter === other ? 0 : replacing)
      const swapped =
        i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other
          ? (beforeLast[j - 1] ?? 0) + 1
          : Infinity
      row.push(Math.min(replaced, swapped, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    beforeLast = last
    last = row
  }
  return (last.at(-1) ?? Infinity) <= mistakes
}
