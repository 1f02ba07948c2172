import type { TermMatch } from './match-terms.ts'
import { keyOf, type RecordKey } from './score-matches.ts'

/** How well a record matches the query by its words and by its grams; 0 is no match. */
export type ScoredRecord = { ref: string; wordScore: number; gramScore: number }

export type Ranks = {
  /** Rank by words, from 1; null when it contains none of them. */
  wordRank: number | null
  /** Rank by grams, from 1; null when it contains too few of them. */
  gramRank: number | null
}

/**
 * Ranks the records by words and by grams, and sorts them by the fusion of both ranks. Ties in one ranking
 * are broken by the other, because the query may have words that every record contains, then by ref, so that
 * the order is deterministic.
 */
export function rankCandidates<T extends ScoredRecord>(scored: T[]): (T & Ranks)[] {
  const byWord = ranksOf(scored, (one) => [one.wordScore, one.gramScore])
  const byGram = ranksOf(scored, (one) => [one.gramScore, one.wordScore])
  return scored
    .map((one) => ({ ...one, wordRank: byWord.get(one) ?? null, gramRank: byGram.get(one) ?? null }))
    .map((one) => ({ one, fusedScore: reciprocalRanks(one) }))
    .sort((a, b) => b.fusedScore - a.fusedScore || (a.one.ref < b.one.ref ? -1 : 1))
    .map(({ one }) => one)
}

function ranksOf<T extends ScoredRecord>(
  scored: T[],
  scoresOf: (one: T) => [number, number],
): Map<T, number> {
  const sorted = scored
    .map((one) => ({ one, scores: scoresOf(one) }))
    .filter(({ scores: [first] }) => first > 0)
    .sort(
      (a, b) => b.scores[0] - a.scores[0] || b.scores[1] - a.scores[1] || (a.one.ref < b.one.ref ? -1 : 1),
    )
  return new Map(sorted.map(({ one }, at) => [one, at + 1]))
}

/** Reciprocal rank fusion with the usual constant 60. */
const reciprocalRanks = ({ wordRank, gramRank }: Ranks): number =>
  reciprocalRank(wordRank) + reciprocalRank(gramRank)

const reciprocalRank = (rank: number | null): number => (rank === null ? 0 : 1 / (60 + rank))

/** What one phrasing says about a record. */
export type Phrased = Ranks & Pick<TermMatch, 'coverage'>

type Ranked = RecordKey & Ranks & TermMatch

/**
 * Joins the rankings of several phrasings: the sum of the reciprocal ranks, those of each phrasing weighted
 * by how much of it the record contains. Without this weight a record that shares a common word with every
 * phrasing would rank above one that answers a single phrasing whole. The ranking of a single phrasing stays
 * as it is.
 */
export function fusePhrasings<T extends Ranked>(rankings: T[][]): (T & { phrasings?: Phrased[] })[] {
  const [alone = [], ...others] = rankings
  if (others.length === 0) return alone
  const byKey = Map.groupBy(rankings.flat(), keyOf)
  return [...byKey.values()]
    .map((matches) => {
      const [first, ...more] = matches as [T, ...T[]]
      const best = more.reduce((a, b) => (isBetter(b, a) ? b : a), first)
      const phrasings = matches.map(({ wordRank, gramRank, coverage }) => ({ wordRank, gramRank, coverage }))
      return { one: { ...best, phrasings }, fusedScore: scoreOf(phrasings) }
    })
    .sort((a, b) => b.fusedScore - a.fusedScore || (keyOf(a.one) < keyOf(b.one) ? -1 : 1))
    .map(({ one }) => one)
}

const isBetter = (a: TermMatch, b: TermMatch): boolean =>
  a.coverage > b.coverage || (a.coverage === b.coverage && a.matchedTerms > b.matchedTerms)

const scoreOf = (phrasings: Phrased[]): number =>
  phrasings.reduce((sum, one) => sum + one.coverage * reciprocalRanks(one), 0)
