// Drift: compares a claimed value with the rows of the claim's window.
// Input: the claim, the sums of its window, the baseline. Output: delta = ln(observed/claimed), for CPA
// ln(claimed/observed); z = delta/sqrt(sd^2 + sc^2), where sc is the standard deviation of the claim;
// confidence = 2*Phi(|z|) - 1; driftScore = round(100 * clamp(delta/ln 2, -1, 1) * confidence); and the
// verdict.

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
  /** The number of conversions that the claim states, if any. */
  conversions: number | null
  windowDays: number
}

/** The rows inside the window of a claim. */
export type ClaimRows = {
  sums: Sums
  orders: OrderValueSums
  coveredDays: number
  days: number
  /** Of the last row of the ad, inside the window or after it. */
  lastRowAge: number
  /** Whether the rows have the conversion type and the attribution that the claim names. */
  isComparable: boolean
}

/**
 * How far a claim is from the observed value. A field that cannot be computed is null; without a conclusion
 * `driftPct` and `driftScore` are null, too.
 */
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

/**
 * The standard deviation of a claim that states no conversions; the delta and the z from which a claim counts
 * as overstated or understated; and the delta up to which it is confirmed.
 */
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

/** Compares a claim with the rows of its window. */
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
  const verdict = verdictOf(claim, rows, found, { baseline, thresholds })
  // A distance that may be chance is not stated, because a reader takes any number for a finding.
  return { verdict, ...found, ...(verdict === 'inconclusive' && { driftPct: null, driftScore: null }) }
}

/** Rows that a claim may be about, with the baseline of their comparison group. */
type ComparedRows = { rows: ClaimRows | null; baseline: BaselineRates | null }

const decided: Verdict[] = ['confirmed', 'overstated', 'understated']

/**
 * Compares a claim with the rows that fit it best, which come first. When it fits others as well, because it
 * does not say how it counts, and they lead to another verdict, it cannot be compared: neither is the
 * reporter's fault or merit.
 */
export function judgeClaimOfSeveral(claim: Claim, compared: ComparedRows[], thresholds: Thresholds): Drift {
  const drifts = compared.map(({ rows, baseline }) => judgeClaim(claim, rows, baseline, thresholds))
  const verdicts = new Set(drifts.map(({ verdict }) => verdict).filter((one) => decided.includes(one)))
  const [best] = drifts
  if (!best) return { verdict: 'unverified', ...noFigures }
  return verdicts.size > 1 ? { verdict: 'not_comparable', ...noFigures } : best
}

/** The figures of a claim, without the verdict. With a baseline the observed value is shrunk towards it. */
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

/**
 * The log ratio of observed to claimed; negative when the observed result is worse. A higher CPA is worse.
 */
function logRatioOf(metric: Metric, observed: number, claimed: number): number {
  // ln(0) is -Infinity and would give NaN later, so 0 is replaced by the smallest positive number.
  const logRatio = Math.log(Math.max(observed, Number.MIN_VALUE)) - Math.log(claimed)
  return metric === 'cpa' ? -logRatio : logRatio
}

/** With stated conversions the relative standard deviation of a Poisson count, 1/sqrt(n). */
const claimSdOf = ({ conversions }: Claim): number =>
  conversions ? 1 / Math.sqrt(conversions) : claimRule.claimSpread

/**
 * Second condition for `overstated`. Shrinkage makes a good ad look worse, so an honest claim about it would
 * look overstated. This test takes the claim itself as prior, with the spread that would hold if it were
 * true, and asks whether the rows still contradict it (z <= -1.64). Without a baseline nothing was shrunk, so
 * the condition holds.
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

/** The first matching rule decides. */
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
