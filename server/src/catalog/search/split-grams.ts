import { isDense, pairsOf, splitRuns } from './split-words.ts'
import { stemWord } from './stem-word.ts'

/** The letters in a row of one word, or of all that stands together in a dense script. */
export type RunGrams = {
  grams: string[] /** Of a word: under what it is kept as a word. */
  stem: string | null
}

/**
 * The trigrams of each word, with two blanks before it and one after, as near-duplicates are counted. One
 * letter of a dense script says as much as a syllable: there it is single Chinese characters, and pairs.
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
