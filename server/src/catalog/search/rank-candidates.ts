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
    .map((one) => ({ one, fusedScore: reciprocalRank(one.wordRank) + reciprocalRank(one.gramRank) }))
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
const reciprocalRank = (rank: number | null): number => (rank === null ? 0 : 1 / (60 + rank))
