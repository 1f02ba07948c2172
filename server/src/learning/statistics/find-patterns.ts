// Patterns: ingredients that several ads of one comparison group share, with the pooled result of these ads.
// Input: the ads of one group and its baseline. Output: for each recipe the estimate against the baseline,
// the hit rate, the evidence and the member ads, best first.

import type { Evidence, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { updateBaseline } from './estimate.ts'
import { type Ad, judgeAd, type Standing } from './judge-ad.ts'
import { countCampaigns, listRecipes, type Recipe } from './list-recipes.ts'
import { type FoundPattern, freshnessOf, type Member, orderPatterns, sortGroupOf } from './order-patterns.ts'
import { capLargest, poolAds } from './pool-ads.ts'
import { addSums, ratioOf } from './sums.ts'
import { wilsonBound } from './wilson-bound.ts'

type JudgedAd = Ad & { standing: Standing }

/** The patterns of one comparison group, best first. Ads without rows are left out. */
export function findPatterns(
  ads: Ad[],
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): FoundPattern[] {
  const judged = ads
    .filter(({ evidence }) => evidence !== 'claimed')
    // Floating-point sums depend on the order of the terms, and the result must not depend on the order of
    // the input.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((ad) => ({ ...ad, standing: judgeAd(ad, baseline, thresholds) }))
  const found = listRecipes(judged).map((recipe) => judgePattern(recipe, baseline, thresholds))
  return orderPatterns(found.filter((pattern) => pattern !== null))
}

/** Null when there is no estimate: no baseline, and a ratio with a zero denominator. */
function judgePattern(
  { ingredients, ads }: Recipe<JudgedAd>,
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): FoundPattern | null {
  const pool = poolAds(capLargest(ads))
  const standing = judgeAd(pool, baseline, thresholds)
  if (standing.estimate === null) return null
  const { spend, conversions } = addSums(ads.map(({ plain }) => plain))
  const evidence = evidenceOf(ads)
  return {
    ingredients,
    metric: pool.metric,
    standing: { ...standing, estimate: standing.estimate },
    baseline: baseline?.[pool.metric] ?? null,
    sample: { ads: ads.length, campaigns: countCampaigns(ads), spend, conversions, days: pool.days },
    hitRate: hitRateOf(ads, baseline),
    evidence,
    lastRowAge: pool.lastRowAge,
    freshness: freshnessOf(pool.lastRowAge),
    drift: largestDrift(ads),
    group: sortGroupOf(evidence, pool.lastRowAge),
    members: rankMembers(ads, baseline && updateBaseline(baseline, pool.weighted), baseline, thresholds),
  }
}

/** A pattern is corroborated only when every ad that contributes to its sums is corroborated. */
function evidenceOf(ads: Ad[]): Evidence {
  const contributing = ads.filter(({ weighted }) => weighted.spend > 0 || weighted.impressions > 0)
  return contributing.length > 0 && contributing.every(({ evidence }) => evidence === 'corroborated')
    ? 'corroborated'
    : 'observed'
}

/** The share of eligible ads whose plain ratio beats the baseline, with its Wilson lower bound. */
function hitRateOf(ads: JudgedAd[], baseline: BaselineRates | null): FoundPattern['hitRate'] {
  const eligible = baseline ? ads.filter(({ standing }) => standing.eligible) : []
  const hits = eligible.filter(({ metric, plain }) => {
    const [ratio, baselineValue] = [ratioOf(metric, plain), baseline?.[metric] ?? null]
    if (ratio === null || baselineValue === null) return false
    return metric === 'cpa' ? ratio < baselineValue : ratio > baselineValue
  }).length
  const n = eligible.length
  return { hits, n, lowerBound: n === 0 ? null : wilsonBound(hits, n, 'low') }
}

/** The drift score with the largest absolute value; on a tie the negative one (overstated). */
function largestDrift(ads: Ad[]): number | null {
  const scores = ads.map(({ driftScore }) => driftScore).filter((score) => score !== null)
  return scores.sort((a, b) => Math.abs(b) - Math.abs(a) || a - b)[0] ?? null
}

/**
 * The ads of a pattern by weighted spend, each estimated with the pattern as prior. The tier is the ad's own,
 * judged with the baseline as prior.
 */
function rankMembers(
  ads: JudgedAd[],
  prior: BaselineRates | null,
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): Member[] {
  return ads
    .toSorted(
      (a, b) => b.weighted.spend - a.weighted.spend || b.weighted.impressions - a.weighted.impressions,
    )
    .map((ad) => {
      const { estimate, bound } = judgeAd(ad, baseline, thresholds, prior)
      return { id: ad.id, estimate, bound, tier: ad.standing.tier }
    })
}
