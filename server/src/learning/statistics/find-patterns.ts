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

/** What the ads of one comparison group that have something in common bring together, the best first. */
export function findPatterns(
  ads: Ad[],
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): FoundPattern[] {
  const judged = ads
    .filter(({ evidence }) => evidence !== 'claimed')
    // Sums of doubles depend on the order, and nothing that is shown may.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((ad) => ({ ...ad, standing: judgeAd(ad, baseline, thresholds) }))
  const found = listRecipes(judged).map((recipe) => judgePattern(recipe, baseline, thresholds))
  return orderPatterns(found.filter((pattern) => pattern !== null))
}

/** Null where nothing can be said: without a baseline, and without anything to divide by. */
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

/** Two witnesses for a part of it are not two for the whole. */
function evidenceOf(ads: Ad[]): Evidence {
  const contributing = ads.filter(({ weighted }) => weighted.spend > 0 || weighted.impressions > 0)
  return contributing.length > 0 && contributing.every(({ evidence }) => evidence === 'corroborated')
    ? 'corroborated'
    : 'observed'
}

/** How many of those with enough rows did better than usual, each by its plain ratio. */
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

/** The one furthest from zero; of two as far the one that claimed too much. */
function largestDrift(ads: Ad[]): number | null {
  const scores = ads.map(({ driftScore }) => driftScore).filter((score) => score !== null)
  return scores.sort((a, b) => Math.abs(b) - Math.abs(a) || a - b)[0] ?? null
}

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
