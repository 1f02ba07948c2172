import type { Ingredients, Metric } from '@atelier/contract'
import { countAds, countCampaigns, listRecipes, type Recipe } from './list-recipes.ts'
import { type FoundPattern, freshnessOf, orderPatterns, sortGroupOf } from './order-patterns.ts'
import { trustWeightedMedian } from './trust-of.ts'

/** A claim about an ad that has no rows. */
export type AdClaim = {
  /** The id of the ad. */
  id: string
  campaign: string
  ingredients: Ingredients
  metric: Metric
  value: number
  trust: number
  /** Days since the claim was made. */
  age: number
}

/**
 * Patterns of ads that have claims but no rows. The estimate is the median of the claimed values, weighted by
 * the trust in each reporter. There are no bounds and no baseline, and the tier is always `unproven`.
 */
export function claimedPatterns(claims: AdClaim[]): FoundPattern[] {
  const byMetric = Map.groupBy(claims, ({ metric }) => metric)
  return orderPatterns(
    [...byMetric].flatMap(([metric, claims]) =>
      listRecipes(claims).flatMap((recipe) => presentPattern(metric, recipe)),
    ),
  )
}

function presentPattern(metric: Metric, { ingredients, ads: claims }: Recipe<AdClaim>): FoundPattern[] {
  const estimate = trustWeightedMedian(claims)
  if (estimate === null) return []
  const age = Math.min(...claims.map((claim) => claim.age))
  return [
    {
      ingredients,
      metric,
      standing: {
        estimate,
        low: null,
        high: null,
        bound: null,
        sd: null,
        lift: null,
        score: null,
        probabilityBetter: null,
        eligible: false,
        belowTarget: false,
        tier: 'unproven',
      },
      baseline: null,
      sample: {
        ads: countAds(claims),
        campaigns: countCampaigns(claims),
        spend: 0,
        conversions: 0,
        days: 0,
        adDays: 0,
      },
      proof: null,
      hitRate: { hits: 0, n: 0, lowerBound: null },
      evidence: 'claimed',
      lastRowAge: age,
      freshness: freshnessOf(age),
      drift: null,
      group: sortGroupOf('claimed', age),
      members: [],
    },
  ]
}
