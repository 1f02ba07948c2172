/** What a record has of the question, by its words and by its letters in a row; 0 is nothing. */
export type ScoredRecord = { ref: string; wordScore: number; gramScore: number }

export type Ranks = {
  /** Its place, from 1, among those with the same words; null when it has none of them. */
  wordRank: number | null
  /** Its place among those with the same letters in a row. */
  gramRank: number | null
}

/**
 * Gives each its place in both lists, and the best of both first. What is equal in one list stands as in the
 * other, because the question may have words that every record has; at last by ref, to be the same each time.
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

/** The measure by which lists are fused in the end. */
const reciprocalRank = (rank: number | null): number => (rank === null ? 0 : 1 / (60 + rank))
