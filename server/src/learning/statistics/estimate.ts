import type { Metric } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { ratioOf, type Sums } from './sums.ts'
import { wilsonBound, Z_90 } from './wilson-bound.ts'

/** How much what is usual weighs beside what was seen, and how sure a bound is. */
export type EstimateRule = { priorConversions: number; priorOrders: number; z: number }

export const estimateRule: EstimateRule = { priorConversions: 3, priorOrders: 5, z: Z_90 }

/** The estimate, its bounds in order of size, and its spread as a share of itself. */
export type Estimate = {
  estimate: number | null
  low: number | null
  high: number | null
  sd: number | null
}

/** Rates that every ad is believed to have until its own rows say otherwise. */
export type PriorRates = { ctr: number; ctrPrior: number; lambda: number; aov: number }

/** Little data is drawn towards what is usual; without that, the plain ratio is all there is to say. */
export function estimate(
  metric: Metric,
  sums: Sums,
  baseline: BaselineRates | null,
  cv: number,
  rule: EstimateRule = estimateRule,
): Estimate {
  if (!baseline || baseline[metric] === null) {
    return { estimate: ratioOf(metric, sums), low: null, high: null, sd: null }
  }
  return estimateWithPrior(metric, sums, toPriorRates(baseline), cv, rule)
}

/** As if nothing were usual: the plain ratio, with the spread and the bounds that its own rows give it. */
export function estimateWithoutBaseline(metric: Metric, sums: Sums, cv: number, z = Z_90): Estimate {
  const events = metric === 'ctr' ? sums.clicks : sums.conversions
  const plain = ratioOf(metric, sums)
  if (plain === null || events === 0) return { estimate: plain, low: null, high: null, sd: null }
  const nothing = { ctr: 0, ctrPrior: 0, lambda: 1, aov: 0 }
  return estimateWithPrior(metric, sums, nothing, cv, { priorConversions: 0, priorOrders: 0, z })
}

/** What is usual after these sums are known too: the belief that an ad of this kind begins with. */
export function updateBaseline(
  baseline: BaselineRates,
  sums: Sums,
  rule: EstimateRule = estimateRule,
): BaselineRates {
  const { ctr, lambda, aov } = posterior(toPriorRates(baseline), sums, rule)
  return {
    ...baseline,
    ctr: baseline.ctr && ctr,
    lambda: baseline.lambda && lambda,
    aov: baseline.aov && aov,
    cpa: baseline.cpa && 1 / lambda,
    roas: baseline.roas && lambda * aov,
  }
}

function estimateWithPrior(
  metric: Metric,
  sums: Sums,
  prior: PriorRates,
  cv: number,
  rule: EstimateRule,
): Estimate {
  const { ctr, lambda, aov } = posterior(prior, sums, rule)
  if (metric === 'ctr') {
    const n = sums.impressions + prior.ctrPrior
    return {
      estimate: ctr,
      low: wilsonBound(ctr * n, n, 'low', rule.z),
      high: wilsonBound(ctr * n, n, 'high', rule.z),
      sd: Math.sqrt((1 - ctr) / (ctr * n)),
    }
  }
  const conversionVariance = 1 / (rule.priorConversions + sums.conversions)
  if (metric === 'cpa') return logNormalEstimate(1 / lambda, Math.sqrt(conversionVariance), rule.z)
  const orderValueVariance = cv ** 2 / (rule.priorOrders + sums.conversions)
  return logNormalEstimate(lambda * aov, Math.sqrt(conversionVariance + orderValueVariance), rule.z)
}

function posterior(prior: PriorRates, sums: Sums, rule: EstimateRule) {
  const { priorConversions, priorOrders } = rule
  return {
    ctr: (sums.clicks + prior.ctr * prior.ctrPrior) / (sums.impressions + prior.ctrPrior),
    lambda: (priorConversions + sums.conversions) / (priorConversions / prior.lambda + sums.spend),
    aov: (sums.revenue + priorOrders * prior.aov) / (sums.conversions + priorOrders),
  }
}

/** A rate that is not known is of no use to the metric that is asked for, and any number does. */
const toPriorRates = ({ ctr, ctrPrior, lambda, aov }: BaselineRates): PriorRates => ({
  ctr: ctr ?? 0,
  ctrPrior,
  lambda: lambda ?? 1,
  aov: aov ?? 0,
})

/** Ratios err by factors, not by amounts. */
const logNormalEstimate = (value: number, sd: number, z: number): Estimate => ({
  estimate: value,
  low: value * Math.exp(-z * sd),
  high: value * Math.exp(z * sd),
  sd,
})
