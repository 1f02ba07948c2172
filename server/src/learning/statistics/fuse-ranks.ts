import type { WeighedEvidence } from '@atelier/contract'
import { decay } from './weight-of.ts'

export type RankedCandidate = {
  /** Its place among those that share words or parts of words with the question, from 1. */
  wordRank: number | null
  gramRank: number | null
  /** Days since its last row, or since it was written. */
  age: number
  isPinned: boolean
  evidence: WeighedEvidence
  /** Of whom a claim comes from; null when nothing of that reporter could be compared. */
  trust: number | null
}

export type Fused = { relevance: number; score: number }

/** So much less does the second place count than the first. */
const RANK_OFFSET = 60

const HALF_LIFE_DAYS = 45
const UNKNOWN_TRUST = 0.5

const componentWeights = { relevance: 0.6, recency: 0.25, evidence: 0.15 }

const evidenceWeights = { corroborated: 1, observed: 0.85, owner_note: 0.6, claimed: 0.6 } satisfies Record<
  WeighedEvidence,
  number
>

/** Two lists as one, the best first: what is near to the question, recent, and well known. */
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

const reciprocalRankSum = ({ wordRank, gramRank }: RankedCandidate): number =>
  [wordRank, gramRank].reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / (RANK_OFFSET + rank)), 0)
