// Patterns: ingredients that several ads of one comparison group share, with the pooled result of these ads.
// Input: the comparison groups of a product, each with its ads and its baseline. Output: for each recipe the
// estimate against the baseline, whether it is proven, the hit rate, the evidence and the member ads, best
// first.

import type { Evidence, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { updateBaseline } from './estimate.ts'
import { areTired } from './fatigue.ts'
import { isEligible } from './is-eligible.ts'
import { type Ad, judgeAd, type Results, type Standing } from './judge-ad.ts'
import { countCampaigns, listRecipes, type Recipe } from './list-recipes.ts'
import { type FoundPattern, freshnessOf, type Member, orderPatterns, sortGroupOf } from './order-patterns.ts'
import { capLargest, poolAds } from './pool-ads.ts'
import { chancesOf, proofRule } from './prove-patterns.ts'
import { addSums, ratioOf } from './sums.ts'
import { newPatternTest } from './test-pattern.ts'
import { wilsonBound } from './wilson-bound.ts'

type JudgedAd = Ad & { standing: Standing }

/** The ads of one comparison group of a product, with their baseline. */
type PatternGroup = { ads: Ad[]; baseline: BaselineRates | null }

/** A pattern with what decides whether it is proven; `pValue` is null when it cannot be a winner anyway. */
type Candidate = { pattern: FoundPattern; isSingle: boolean; pValue: number | null }

/**
 * The patterns of each comparison group of a product, best first. Ads without rows are left out. All groups
 * are one list of comparisons, because they are read together.
 */
export function findPatterns(groups: PatternGroup[], thresholds: Thresholds): FoundPattern[][] {
  const found = groups.map((group) => findCandidates(group, thresholds))
  const tested = found.flat().flatMap(({ isSingle, pValue }) => (pValue === null ? [] : { isSingle, pValue }))
  const chances = chancesOf(tested).values()
  return found.map((candidates) =>
    orderPatterns(
      candidates.map(({ pattern, pValue }) =>
        pValue === null ? pattern : prove(pattern, tested.length, chances.next().value ?? 1),
      ),
    ),
  )
}

function findCandidates({ ads, baseline }: PatternGroup, thresholds: Thresholds): Candidate[] {
  const judged = ads
    .filter(({ evidence }) => evidence !== 'claimed')
    // Floating-point sums depend on the order of the terms, and the result must not depend on the order of
    // the input.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((ad) => ({ ...ad, standing: judgeAd(ad, baseline, thresholds) }))
  const testPattern = newPatternTest(judged, baseline)
  return listRecipes(judged).flatMap((recipe) => {
    const pattern = judgePattern(recipe, baseline, thresholds)
    if (!pattern) return []
    const pValue = isCompared(poolOf(recipe.ads), baseline, thresholds) ? testPattern(recipe.ads) : null
    return [{ pattern, isSingle: recipe.isSingle, pValue }]
  })
}

/**
 * Whether a pattern counts as a comparison: by all thresholds but that of conversions. Patterns that have
 * enough of these are the lucky ones, so it would count too few.
 */
const isCompared = (pool: Results, baseline: BaselineRates | null, thresholds: Thresholds): boolean =>
  isEligible(pool, baseline, thresholds, 'waived')

/** A winner that many comparisons can produce by chance is promising. */
function prove(pattern: FoundPattern, comparisons: number, chance: number): FoundPattern {
  const { standing } = pattern
  const isWinner = standing.tier === 'winner' || standing.tier === 'fatigued'
  const tier = isWinner && chance > proofRule.level ? 'promising' : standing.tier
  return { ...pattern, standing: { ...standing, tier }, proof: { comparisons, chance } }
}

/** Null when nothing was spent (for CTR: shown), so that there is nothing to judge. */
function judgePattern(
  { ingredients, ads }: Recipe<JudgedAd>,
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): FoundPattern | null {
  const pool = poolOf(ads)
  const isTired = areTired(ads, ({ standing }) => standing.tier)
  const standing = judgeAd({ ...pool, isFatigued: isTired }, baseline, thresholds)
  const { spend, conversions } = addSums(ads.map(({ plain }) => plain))
  if (standing.estimate === null && !wasUsed(pool)) return null
  const evidence = evidenceOf(ads)
  return {
    ingredients,
    metric: pool.metric,
    standing,
    baseline: baseline?.[pool.metric] ?? null,
    sample: {
      ads: ads.length,
      campaigns: countCampaigns(ads),
      spend,
      conversions,
      days: pool.days,
      adDays: ads.reduce((sum, { days }) => sum + days, 0),
    },
    proof: null,
    hitRate: hitRateOf(ads, baseline),
    evidence,
    lastRowAge: pool.lastRowAge,
    freshness: freshnessOf(pool.lastRowAge),
    drift: largestDrift(ads),
    group: sortGroupOf(evidence, pool.lastRowAge),
    members: rankMembers(ads, baseline && updateBaseline(baseline, pool.weighted), baseline, thresholds),
  }
}

const poolOf = (ads: Results[]): Results => poolAds(capLargest(ads))

const wasUsed = ({ metric, weighted }: Results): boolean =>
  metric === 'ctr' ? weighted.impressions > 0 : weighted.spend > 0

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
