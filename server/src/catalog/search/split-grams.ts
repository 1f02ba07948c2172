import { isDense, pairsOf, splitRuns } from './split-words.ts'
import { stemWord } from './stem-word.ts'

/** The grams of one run: a word, or adjacent letters of a dense script. */
export type RunGrams = {
  grams: string[]
  /** The stem of the word; null in a dense script. */
  stem: string | null
}

/**
 * The trigrams of each word, padded with two blanks before and one after, as in text-similarity.ts. A letter
 * of a dense script carries as much as a syllable, so there the grams are pairs, and single Chinese
 * characters.
 */
export const splitGrams = (text: string): RunGrams[] =>
  splitRuns(text).map((run) =>
    isDense(run) ? { grams: denseGramsOf(run), stem: null } : { grams: trigramsOf(run), stem: stemWord(run) },
  )

const denseGramsOf = (run: string): string[] => [
  ...new Set([...pairsOf(run), ...(run.match(/\p{Script=Han}/gu) ?? [])]),
]

function trigramsOf(word: string): string[] {
  const letters = [...`  ${word} `]
  return [...new Set(letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`))]
}
