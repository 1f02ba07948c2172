// Reciprocal rank fusion of search results.
// Input: candidates with their ranks in the full-text and the trigram list, their age and evidence. Output:
// relevance = sum of 1/(60 + rank), divided by the best of these sums; score = 0.60 * relevance + 0.25 *
// recency + 0.15 * evidence, best first. Of a question in several phrasings the terms of each are weighted by
// how much of the phrasing the record contains.

import type { WeighedEvidence } from '@atelier/contract'
import { decay } from './weight-of.ts'

/** The ranks in the lists of one phrasing, and the share of the phrasing that the record contains. */
type Phrased = { wordRank: number | null; gramRank: number | null; coverage: number }

export type RankedCandidate = {
  /**
   * Rank, from 1, in the list of records that share words with the query (`wordRank`) or trigrams
   * (`gramRank`). Null when it is not in that list.
   */
  wordRank: number | null
  gramRank: number | null
  /** The same for each phrasing of the question, when there are several; then the two above do not count. */
  phrasings?: Phrased[]
  /** Days since its last row, or since it was written. */
  age: number
  isPinned: boolean
  evidence: WeighedEvidence
  /** Trust in the reporter of a claim. Null when none of its claims could be compared with rows. */
  trust: number | null
}

export type Fused = { relevance: number; score: number }

/**
 * The usual constant of reciprocal rank fusion: the larger, the smaller the gap between first and second
 * rank.
 */
const RANK_OFFSET = 60

const HALF_LIFE_DAYS = 45
const UNKNOWN_TRUST = 0.5

const componentWeights = { relevance: 0.6, recency: 0.25, evidence: 0.15 }

const evidenceWeights = { corroborated: 1, observed: 0.85, owner_note: 0.6, claimed: 0.6 } satisfies Record<
  WeighedEvidence,
  number
>

/**
 * Joins the two rankings into one score: relevance, recency (half-life 45 days, 1 when pinned) and evidence.
 */
export function fuseRanks<T extends RankedCandidate>(candidates: T[]): (T & Fused)[] {
  const best = Math.max(...candidates.map(reciprocalRankSum))
  return candidates
    .map((candidate) => {
      const relevance = best > 0 ? reciprocalRankSum(candidate) / best : 0
      const recency = candidate.isPinned ? 1 : decay(Math.max(0, candidate.age), HALF_LIFE_DAYS)
      const evidence =
        evidenceWeights[candidate.evidence] *
        (candidate.evidence === 'claimed' ? (candidate.trust ?? UNKNOWN_TRUST) : 1)
      const score =
        componentWeights.relevance * relevance +
        componentWeights.recency * recency +
        componentWeights.evidence * evidence
      return { ...candidate, relevance, score }
    })
    .sort((a, b) => b.score - a.score)
}

const reciprocalRankSum = ({ wordRank, gramRank, phrasings }: RankedCandidate): number =>
  phrasings === undefined
    ? reciprocalRanks({ wordRank, gramRank })
    : phrasings.reduce((sum, one) => sum + one.coverage * reciprocalRanks(one), 0)

const reciprocalRanks = ({ wordRank, gramRank }: Pick<Phrased, 'wordRank' | 'gramRank'>): number =>
  [wordRank, gramRank].reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / (RANK_OFFSET + rank)), 0)
