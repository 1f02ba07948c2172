import type { SetQuery } from './read-set.ts'

/** The ids of what was found, the best first. */
export type Ranking = { query: SetQuery; found: string[] }
export type Quality = { recall: number; reciprocalRank: number }

const SHOWN = 5

/**
 * The share of relevant records among the first five, and the reciprocal rank of the first one; means over
 * all queries.
 */
export function judgeRankings(rankings: Ranking[]): Quality {
  const mean = (of: (ranking: Ranking) => number) =>
    rankings.reduce((sum, ranking) => sum + of(ranking), 0) / rankings.length
  return { recall: mean(recallOf), reciprocalRank: mean(reciprocalRankOf) }
}

export const recallOf = ({ query, found }: Ranking): number =>
  query.relevant.filter((id) => found.slice(0, SHOWN).includes(id)).length / query.relevant.length

const reciprocalRankOf = ({ query, found }: Ranking): number => {
  const at = found.findIndex((id) => query.relevant.includes(id))
  return at === -1 ? 0 : 1 / (at + 1)
}
