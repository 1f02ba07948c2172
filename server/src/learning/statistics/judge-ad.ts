// Compares the results of an ad, or of pooled ads, with the baseline.
// Input: plain and age-weighted sums, baseline, thresholds. Output: estimate with bounds, lift =
// estimate/baseline (inverted for CPA), P(better) = Phi(ln(lift)/sd), score = round(100/(1 + exp(-ln(bound
// lift)/0.35))), and tier. With a target of the owner a winner also needs P(target reached) >= 0.5.

import type { Evidence, Ingredients, Metric, Thresholds, Tier } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { type Estimate, estimate } from './estimate.ts'
import { isEligible } from './is-eligible.ts'
import { normalCdf } from './normal-cdf.ts'
import { type OrderValueSums, orderValueCv } from './order-value-cv.ts'
import type { Sums } from './sums.ts'

/** Calendar days from the first up to, and without, the second, on any calendar. */
export type DayRange = [from: number, to: number]

/** The results of one ad, or of several pooled ads. */
export type Results = {
  metric: Metric
  /** Sums of the last 180 days. */
  plain: Sums
  /** Sums of all rows, each weighted by its age. */
  weighted: Sums
  orders: OrderValueSums
  /** Calendar days with rows, of the last 180. */
  days: number
  /** The same days as ranges, so that those of several ads can be joined. */
  ran: DayRange[]
  lastRowAge: number
  isFatigued: boolean
  isDeclining: boolean
}

export type Ad = Results & {
  id: string
  /** Empty while unknown. */
  campaign: string
  ingredients: Ingredients
  evidence: Evidence
  driftScore: number | null
}

/** How results compare with the baseline. A field that needs a baseline is null without one. */
export type Standing = {
  estimate: number | null
  low: number | null
  high: number | null
  /**
   * The pessimistic bound: the true value is better with a probability of 90%. For CPA it is the upper bound.
   */
  bound: number | null
  sd: number | null
  lift: number | null
  score: number | null
  probabilityBetter: number | null
  eligible: boolean
  /** It would win by the baseline, and probably misses the target of the owner: then it is promising. */
  belowTarget: boolean
  tier: Tier
}

/** Scale of the logistic function: the smaller, the faster the score moves away from 50. */
const SCORE_SCALE = 0.35

/** The probability of being better from which an ad with enough data wins. */
export const WINNER_FROM = 0.9
const PROMISING_FROM = 0.75
const LOSER_TO = 0.1
/** The probability of reaching the target of the owner from which an ad can win. */
const ON_TARGET_FROM = 0.5

/**
 * Compares results with the baseline. The prior of the estimate is the baseline unless another is given, such
 * as that of a pattern.
 */
export function judgeAd(
  ad: Results,
  baseline: BaselineRates | null,
  thresholds: Thresholds,
  prior: BaselineRates | null = baseline,
): Standing {
  const { metric } = ad
  const found = estimate(metric, ad.weighted, prior, orderValueCv(ad.plain, ad.orders))
  const bound = metric === 'cpa' ? found.high : found.low
  const baselineValue = baseline?.[metric] ?? null
  const lift = liftOf(metric, found.estimate, baselineValue)
  const boundLift = liftOf(metric, bound, baselineValue)
  const probabilityBetter = lift !== null && found.sd !== null ? probabilityOf(lift, found.sd) : null
  const eligible = isEligible(ad, baseline, thresholds)
  const eligibleAsLoser = isEligible(ad, baseline, thresholds, 'waived')
  const tier = tierOf(ad, probabilityBetter, eligible, eligibleAsLoser)
  const belowTarget = (tier === 'winner' || tier === 'fatigued') && missesTarget(metric, found, thresholds)
  return {
    ...found,
    bound,
    lift,
    score: boundLift === null ? null : scoreOf(boundLift),
    probabilityBetter,
    eligible,
    belowTarget,
    tier: belowTarget ? 'promising' : tier,
  }
}

/** Whether the owner has a target for this metric, and it is probably not reached. */
function missesTarget(metric: Metric, { estimate: value, sd }: Estimate, thresholds: Thresholds): boolean {
  const target = { roas: thresholds.targetRoas, cpa: thresholds.targetCpa, ctr: undefined }[metric]
  const lift = liftOf(metric, value, target ?? null)
  return lift !== null && sd !== null && probabilityOf(lift, sd) < ON_TARGET_FROM
}

/** How many times better than the baseline. A lower CPA is better, so its ratio is inverted. */
export function liftOf(metric: Metric, value: number | null, baselineValue: number | null): number | null {
  if (value === null || baselineValue === null) return null
  return metric === 'cpa' ? baselineValue / value : value / baselineValue
}

/** 0 to 100; 50 when the bound equals the baseline. */
export const scoreOf = (boundLift: number): number =>
  Math.round(100 / (1 + Math.exp(-Math.log(boundLift) / SCORE_SCALE)))

/** 0/0 (no difference and no spread) counts as no difference: 0.5. */
const probabilityOf = (lift: number, sd: number): number => normalCdf(Math.log(lift) / sd || 0)

/**
 * The first match decides. Fatigue only demotes a winner. A loser needs the eligibility minimums except that
 * of conversions.
 */
function tierOf(
  ad: Results,
  probabilityBetter: number | null,
  eligible: boolean,
  eligibleAsLoser: boolean,
): Tier {
  if (probabilityBetter === null) return eligible ? 'promising' : 'unproven'
  if (eligible && probabilityBetter >= WINNER_FROM) return ad.isFatigued ? 'fatigued' : 'winner'
  if (eligibleAsLoser && probabilityBetter <= LOSER_TO) return 'loser'
  return probabilityBetter >= PROMISING_FROM ? 'promising' : 'unproven'
}
