import type { Evidence, Freshness, Ingredients, Metric, Tier } from '@atelier/contract'
import type { Standing } from './judge-ad.ts'
import { ingredientsKey } from './list-recipes.ts'

/** An ad inside a pattern. Its estimate uses the pattern as prior; its tier is that of the ad alone. */
export type Member = { id: string; estimate: number | null; bound: number | null; tier: Tier }

export type FoundPattern = {
  ingredients: Ingredients
  metric: Metric
  standing: Standing
  baseline: number | null
  sample: {
    ads: number
    campaigns: number
    spend: number
    conversions: number
    /** Calendar days on which any of the ads ran. */
    days: number
    /** The days of each ad, added up. */
    adDays: number
  }
  /**
   * With how many patterns of the product it was compared, and the chance that even one of them would look
   * this good without any effect. Null where nothing was compared.
   */
  proof: { comparisons: number; chance: number } | null
  hitRate: { hits: number; n: number; lowerBound: number | null }
  evidence: Evidence
  /** Days since its last row; for a pattern of claims, since the newest claim. */
  lastRowAge: number
  freshness: Freshness
  drift: number | null
  /** Sort group: 1 and 2 have rows, 3 and 4 only claims; 1 and 3 are fresh. */
  group: 1 | 2 | 3 | 4
  /** Largest weighted spend first. */
  members: Member[]
}

const FRESH_DAYS = 30
const AGEING_DAYS = 45

export function freshnessOf(age: number): Freshness {
  if (age <= FRESH_DAYS) return 'fresh'
  return age <= AGEING_DAYS ? 'ageing' : 'stale'
}

/** The sort group: patterns with rows come before claims, fresh ones before older ones. */
export function sortGroupOf(evidence: Evidence, age: number): FoundPattern['group'] {
  const isFresh = freshnessOf(age) === 'fresh'
  if (evidence === 'claimed') return isFresh ? 3 : 4
  return isFresh ? 1 : 2
}

/** By sort group, then by score; ties in a fixed order. */
export const orderPatterns = (patterns: FoundPattern[]): FoundPattern[] =>
  patterns
    .map((pattern) => ({ pattern, key: ingredientsKey(pattern.ingredients) }))
    .sort(
      (a, b) =>
        a.pattern.group - b.pattern.group ||
        (b.pattern.standing.score ?? -1) - (a.pattern.standing.score ?? -1) ||
        (a.key < b.key ? -1 : 1),
    )
    .map(({ pattern }) => pattern)
