import type { Metric, Thresholds, Verdict } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { estimate, estimateRule, estimateWithoutBaseline } from './estimate.ts'
import { isEligible } from './is-eligible.ts'
import { normalCdf } from './normal-cdf.ts'
import { type OrderValueSums, orderValueCv } from './order-value-cv.ts'
import { ratioOf, type Sums } from './sums.ts'

export type Claim = {
  metric: Metric
  value: number
  /** How many conversions the claim says are behind it. */
  conversions: number | null
  windowDays: number
}

/** The rows inside the window of a claim. */
export type ClaimRows = {
  sums: Sums
  orders: OrderValueSums
  coveredDays: number
  days: number
  lastRowAge: number
  /** Whether they count the same conversions by the same attribution. */
  isComparable: boolean
}

/** How far a claim is from what was observed; null is what cannot be told. */
export type Drift = {
  verdict: Verdict
  observed: number | null
  observedRaw: number | null
  observedLow: number | null
  observedHigh: number | null
  driftPct: number | null
  driftScore: number | null
  confidence: number | null
  delta: number | null
  z: number | null
}

/** How sure a claim is that does not say so, and how far and how surely it must be off to be called so. */
export const claimRule = {
  claimSpread: 0.1,
  delta: 0.22,
  z: 1.64,
  confirmedWithin: 0.15,
  estimate: estimateRule,
}

const STALE_AFTER_DAYS = 45
const CONVERSIONS_NEEDED = 5
const IMPRESSIONS_NEEDED = 2_000

const noFigures: Omit<Drift, 'verdict'> = {
  observed: null,
  observedRaw: null,
  observedLow: null,
  observedHigh: null,
  driftPct: null,
  driftScore: null,
  confidence: null,
  delta: null,
  z: null,
}

/** Holds a claim against the rows of its window. */
export function judgeClaim(
  claim: Claim,
  rows: ClaimRows | null,
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): Drift {
  if (!rows) return { verdict: 'unverified', ...noFigures }
  if (!rows.isComparable || rows.coveredDays < claim.windowDays / 2) {
    return { verdict: 'not_comparable', ...noFigures }
  }
  const found = measureDrift(claim, rows, baseline)
  return { verdict: verdictOf(claim, rows, found, { baseline, thresholds }), ...found }
}

function measureDrift(claim: Claim, rows: ClaimRows, baseline: BaselineRates | null): Omit<Drift, 'verdict'> {
  const { metric, value } = claim
  const cv = orderValueCv(rows.sums, rows.orders)
  const hasBaseline = baseline !== null && baseline[metric] !== null
  const observed = hasBaseline
    ? estimate(metric, rows.sums, baseline, cv)
    : estimateWithoutBaseline(metric, rows.sums, cv)
  const found = {
    ...noFigures,
    observed: observed.estimate,
    observedRaw: ratioOf(metric, rows.sums),
    observedLow: observed.low,
    observedHigh: observed.high,
  }
  if (observed.estimate === null || observed.sd === null) return found
  const delta = logRatioOf(metric, observed.estimate, value)
  const z = delta / Math.hypot(observed.sd, claimSdOf(claim))
  const confidence = 2 * normalCdf(Math.abs(z)) - 1
  return {
    ...found,
    driftPct: 100 * (observed.estimate / value - 1),
    driftScore: Math.round(100 * Math.max(-1, Math.min(1, delta / Math.LN2)) * confidence) + 0,
    confidence,
    delta,
    z,
  }
}

/** How far below the claim it is, as a logarithm; a cost is worse when it is higher. */
function logRatioOf(metric: Metric, observed: number, claimed: number): number {
  // The smallest number there is stands for none at all, whose logarithm nobody could go on with.
  const logRatio = Math.log(Math.max(observed, Number.MIN_VALUE)) - Math.log(claimed)
  return metric === 'cpa' ? -logRatio : logRatio
}

const claimSdOf = ({ conversions }: Claim): number =>
  conversions ? 1 / Math.sqrt(conversions) : claimRule.claimSpread

/**
 * Shrinking makes a good ad look worse than it is, and its honest reporter a liar. So a claim is too high
 * only when the rows would surprise somebody who had believed it: the claim is what is usual, and chance is
 * as wide as if it were true. Without a baseline nothing was shrunk.
 */
function contradictsClaimAsPrior(
  claim: Claim,
  { sums, orders }: ClaimRows,
  baseline: BaselineRates | null,
): boolean {
  const { metric, value } = claim
  const baselineValue = baseline?.[metric] ?? null
  if (!baseline || baselineValue === null) return true
  const factor = metric === 'cpa' ? baselineValue / value : value / baselineValue
  const claimAsPrior =
    metric === 'ctr'
      ? { ...baseline, ctr: value }
      : { ...baseline, lambda: baseline.lambda && baseline.lambda * factor }
  const observed = estimate(metric, sums, claimAsPrior, orderValueCv(sums, orders))
  const delta = logRatioOf(metric, observed.estimate ?? 0, value)
  return delta / Math.hypot((observed.sd ?? 0) * Math.exp(delta / 2), claimSdOf(claim)) <= -claimRule.z
}

/** The first rule that fits. */
function verdictOf(
  claim: Claim,
  rows: ClaimRows,
  { delta, z }: Omit<Drift, 'verdict'>,
  { baseline, thresholds }: { baseline: BaselineRates | null; thresholds: Thresholds },
): Verdict {
  const { metric } = claim
  if (rows.lastRowAge > STALE_AFTER_DAYS) return 'stale'
  const { conversions, impressions } = rows.sums
  if (metric === 'ctr' ? impressions < IMPRESSIONS_NEEDED : conversions < CONVERSIONS_NEEDED)
    return 'inconclusive'
  if (delta === null || z === null) return 'inconclusive'
  if (delta <= -claimRule.delta && z <= -claimRule.z && contradictsClaimAsPrior(claim, rows, baseline))
    return 'overstated'
  if (delta >= claimRule.delta && z >= claimRule.z) return 'understated'
  const eligible = isEligible({ ...rows, metric, plain: rows.sums }, baseline, thresholds)
  return Math.abs(delta) <= claimRule.confirmedWithin && eligible ? 'confirmed' : 'inconclusive'
}
