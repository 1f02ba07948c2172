import type { Evidence, Ingredients, Metric, Thresholds, Tier } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { estimate } from './estimate.ts'
import { isEligible } from './is-eligible.ts'
import { normalCdf } from './normal-cdf.ts'
import { type OrderValueSums, orderValueCv } from './order-value-cv.ts'
import type { Sums } from './sums.ts'

/** What there is to judge: the results of one ad, or of several that are looked at as one. */
export type Results = {
  metric: Metric
  /** Sums of the last 180 days. */
  plain: Sums
  /** Sums of all rows, each with the weight of its age. */
  weighted: Sums
  orders: OrderValueSums
  days: number
  lastRowAge: number
  isFatigued: boolean
  isDeclining: boolean
}

export type Ad = Results & {
  id: string
  /** Empty while none is known. */
  campaign: string
  ingredients: Ingredients
  evidence: Evidence
  driftScore: number | null
}

/** Where results stand beside what is usual; null is what cannot be told without a baseline. */
export type Standing = {
  estimate: number | null
  low: number | null
  high: number | null
  /** The worse of the two bounds: with 90% the truth is better. For a CPA that is the high one. */
  bound: number | null
  sd: number | null
  lift: number | null
  score: number | null
  probabilityBetter: number | null
  eligible: boolean
  tier: Tier
}

/** How fast a score leaves the middle as the bound leaves the baseline. */
const SCORE_SCALE = 0.35

const WINNER_FROM = 0.9
const PROMISING_FROM = 0.75
const LOSER_TO = 0.1

/** Compares results with what is usual. They may begin from another belief than that, such as a pattern's. */
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
  return {
    ...found,
    bound,
    lift,
    score: boundLift === null ? null : scoreOf(boundLift),
    probabilityBetter,
    eligible,
    tier: tierOf(ad, probabilityBetter, eligible, isEligible(ad, baseline, thresholds, 'waived')),
  }
}

/** How many times better than usual; a cost is better when it is lower. */
function liftOf(metric: Metric, value: number | null, baselineValue: number | null): number | null {
  if (value === null || baselineValue === null) return null
  return metric === 'cpa' ? baselineValue / value : value / baselineValue
}

/** 0 to 100, and 50 where the bound of an estimate is the baseline itself. */
export const scoreOf = (boundLift: number): number =>
  Math.round(100 / (1 + Math.exp(-Math.log(boundLift) / SCORE_SCALE)))

/** Without any difference and any spread there is no telling. */
const probabilityOf = (lift: number, sd: number): number => normalCdf(Math.log(lift) / sd || 0)

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
