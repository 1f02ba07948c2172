import { newTermMatcher, type TermMatch } from './match-terms.ts'
import type { PlannedPhrasing } from './plan-probes.ts'
import { type Ranks, rankCandidates } from './rank-candidates.ts'
import {
  keyOf,
  lexemeWeights,
  type Match,
  type RecordKey,
  scoreMatch,
  sharesEnoughGrams,
} from './score-matches.ts'

/** Length of a record of a few sentences; the score of a longer one is divided by its relative length. */
const USUAL_WORDS = 40
const USUAL_GRAMS = 200

type Ranked<T> = (T & Ranks & TermMatch)[]

type PhrasingScorer = {
  /** The records that its words find, the best first. */
  best: Match[]
  /** Ranks these and the records that its grams find; the texts of the first ones are worth reading. */
  rankFound: (byGram: Match[]) => Ranked<RecordKey>
  /** Ranks records by their texts. Call it after rankFound. */
  rankTexts: <T extends Match & { text: string }>(texts: T[]) => Ranked<T>
}

/** Scores records for one phrasing, in the order in which they are read. */
export function newPhrasingScorer(
  { terms, words, grams, groups, kept }: PlannedPhrasing,
  { byWord, records }: { byWord: Match[]; records: number },
): PhrasingScorer {
  const wordWeights = lexemeWeights(words, byWord, records)
  const wordScore = (one: Pick<Match, 'bits' | 'size'>) => scoreMatch(one, wordWeights, USUAL_WORDS)
  // Another phrasing may have found records that share no word with this one.
  const best = byWord
    .filter(({ bits }) => bits !== 0)
    .sort((a, b) => wordScore(b) - wordScore(a))
    .slice(0, kept)
  let gramScores = new Map<string, number>()
  let gramBits = new Map<string, number>()
  const gramScore = (one: RecordKey) => gramScores.get(keyOf(one)) ?? 0
  const matchTerms = newTermMatcher({ terms, lexemes: words, weights: wordWeights, groups, byWord })
  const rank = <T extends RecordKey>(of: (T & { bits: number; text: string; wordScore: number })[]) =>
    rankCandidates(of.map((one) => ({ ...one, gramScore: gramScore(one) }))).map((one) => {
      const { bits, text } = one
      return { ...one, ...matchTerms({ bits, gramBits: gramBits.get(keyOf(one)) ?? 0, text }) }
    })

  return {
    best,
    rankFound(byGram) {
      const gramWeights = lexemeWeights(grams, byGram, records)
      const near = byGram.filter(({ bits }) => sharesEnoughGrams(bits, groups))
      gramScores = new Map(near.map((one) => [keyOf(one), scoreMatch(one, gramWeights, USUAL_GRAMS)]))
      gramBits = new Map(byGram.map((one) => [keyOf(one), one.bits]))
      const found = new Map(best.map((one) => [keyOf(one), { ...one, wordScore: wordScore(one), text: '' }]))
      // The words of a record that only the grams have found are not known yet.
      for (const { kind, ref } of near) {
        const key = keyOf({ kind, ref })
        if (!found.has(key)) found.set(key, { kind, ref, bits: 0, size: 0, wordScore: 0, text: '' })
      }
      return rank([...found.values()])
    },
    rankTexts: (texts) => rank(texts.map((one) => ({ ...one, wordScore: wordScore(one) }))),
  }
}
