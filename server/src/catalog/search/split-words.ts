import { foldText } from './fold-text.ts'
import { stemWord } from './stem-word.ts'
import { isStopWord } from './stop-words.ts'

/** A folded word of a text, and the lexemes that a record must have to contain it. */
export type Word = { text: string; lexemes: string[] }

/** Dense scripts: those written without blanks, and Korean, which attaches particles to words. */
const DENSE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}' +
  '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}々ー'
const RUN = new RegExp(`[${DENSE}]+|[[\\p{L}\\p{M}\\p{N}]--[${DENSE}]]+`, 'gv')
const IS_DENSE = new RegExp(`^[${DENSE}]`, 'v')
/** A longer run of letters is not a word and would only bloat the index. */
const WORD_LETTERS_MAX = 40

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

export const isDense = (run: string): boolean => IS_DENSE.test(run)

/** The folded runs of a text: a word, or adjacent letters of a dense script. No stop words. */
export const splitRuns = (text: string): string[] =>
  (foldText(text).match(RUN) ?? [])
    .map((run) =>
      isDense(run) ? run : [...run.slice(0, 2 * WORD_LETTERS_MAX)].slice(0, WORD_LETTERS_MAX).join(''),
    )
    .filter((run) => isDense(run) || (run.length > 1 && !isStopWord(run)))

/** The words of a text in order, without stop words. */
export const splitWords = (text: string): Word[] =>
  splitRuns(text).flatMap((run) =>
    isDense(run) ? splitDense(run) : [{ text: run, lexemes: [stemWord(run)] }],
  )

/**
 * Users, and versions of one dictionary, segment the same sentence differently. So a word of a dense script
 * is found by its pairs of letters, which do not depend on the segmentation.
 */
function splitDense(run: string): Word[] {
  const words: string[] = []
  let loneLetters = ''
  for (const { segment } of segmenter.segment(run)) {
    const isLone = [...segment].length === 1 && !isStopWord(segment)
    if (isLone) loneLetters += segment
    else {
      // Adjacent single letters are a word that the dictionary does not know.
      words.push(loneLetters, isStopWord(segment) ? '' : segment)
      loneLetters = ''
    }
  }
  return [...words, loneLetters]
    .filter((word) => word !== '')
    .map((word) => ({ text: word, lexemes: pairsOf(word) }))
}

/** Each letter with the next one; a single letter stands alone. */
export function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
