import { foldText } from './fold-text.ts'
import { stemWord } from './stem-word.ts'
import { isStopWord } from './stop-words.ts'

/** A word of a text, folded, and the lexemes that a record must have to hold it. */
export type Word = { text: string; lexemes: string[] }

/** Scripts that are written without blanks, and Korean, which glues particles to its words. */
const DENSE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}' +
  '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}々ー'
const RUN = new RegExp(`[${DENSE}]+|[[\\p{L}\\p{M}\\p{N}]--[${DENSE}]]+`, 'gv')
const IS_DENSE = new RegExp(`^[${DENSE}]`, 'v')
/** A longer run of letters is no word, but a way to fill an index. */
const WORD_LETTERS_MAX = 40

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

export const isDense = (run: string): boolean => IS_DENSE.test(run)

/** The folded runs of a text: a word, or all that stands together in a script without blanks. */
export const splitRuns = (text: string): string[] =>
  (foldText(text).match(RUN) ?? [])
    .map((run) =>
      isDense(run) ? run : [...run.slice(0, 2 * WORD_LETTERS_MAX)].slice(0, WORD_LETTERS_MAX).join(''),
    )
    .filter((run) => isDense(run) || (run.length > 1 && !isStopWord(run)))

/** The words of a text in their order, without stop words. */
export const splitWords = (text: string): Word[] =>
  splitRuns(text).flatMap((run) =>
    isDense(run) ? splitDense(run) : [{ text: run, lexemes: [stemWord(run)] }],
  )

/**
 * Two people, and two versions of one dictionary, cut the same sentence differently. So a word of a dense
 * script is found by its pairs of letters, which do not depend on where somebody cuts.
 */
function splitDense(run: string): Word[] {
  const words: string[] = []
  let loneLetters = ''
  for (const { segment } of segmenter.segment(run)) {
    const isLone = [...segment].length === 1 && !isStopWord(segment)
    if (isLone) loneLetters += segment
    else {
      // Letters that the dictionary leaves alone are a word that it does not know.
      words.push(loneLetters, isStopWord(segment) ? '' : segment)
      loneLetters = ''
    }
  }
  return [...words, loneLetters]
    .filter((word) => word !== '')
    .map((word) => ({ text: word, lexemes: pairsOf(word) }))
}

/** Each letter with the next one; a lone letter is its own. */
export function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
