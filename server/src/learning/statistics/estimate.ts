// Bayesian point estimate of CTR, CPA or ROAS, with 90% one-sided bounds.
// Input: the sums of an ad (or of pooled ads), the baseline as prior, and the coefficient of variation of
// order values. Output: the posterior mean, its bounds, and the relative standard deviation. Little data is
// shrunk towards the baseline.

import type { Metric } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { ratioOf, type Sums } from './sums.ts'
import { wilsonBound, Z_90 } from './wilson-bound.ts'

/**
 * Strength of the prior, in conversions for lambda and in orders for the order value; and the z value of the
 * bounds.
 */
export const estimateRule = { priorConversions: 3, priorOrders: 5, z: Z_90 }

/** The estimate, its lower and upper bound, and its standard deviation relative to the estimate. */
export type Estimate = {
  estimate: number | null
  low: number | null
  high: number | null
  sd: number | null
}

/**
 * What is assumed of an ad before its own rows: rates, and how many impressions, conversions and orders each
 * weighs.
 */
type Prior = {
  ctr: number
  ctrPrior: number
  lambda: number
  conversions: number
  aov: number
  orders: number
}

/** The posterior estimate. Without a baseline for the metric it is the plain ratio, without bounds. */
export function estimate(metric: Metric, sums: Sums, baseline: BaselineRates | null, cv: number): Estimate {
  if (!baseline || baseline[metric] === null) {
    return { estimate: ratioOf(metric, sums), low: null, high: null, sd: null }
  }
  return estimateWithPrior(metric, sums, toPrior(baseline), cv)
}

/** The plain ratio, with the standard deviation and the bounds that follow from its own rows: no prior. */
export function estimateWithoutBaseline(metric: Metric, sums: Sums, cv: number): Estimate {
  const events = metric === 'ctr' ? sums.clicks : sums.conversions
  const plain = ratioOf(metric, sums)
  if (plain === null || events === 0) return { estimate: plain, low: null, high: null, sd: null }
  const noPrior = { ctr: 0, ctrPrior: 0, lambda: 1, conversions: 0, aov: 0, orders: 0 }
  return estimateWithPrior(metric, sums, noPrior, cv)
}

/** The posterior rates after these sums: the prior for the ads inside a pattern. */
export function updateBaseline(baseline: BaselineRates, sums: Sums): BaselineRates {
  const { ctr, lambda, aov } = posterior(toPrior(baseline), sums)
  return {
    ...baseline,
    ctr: baseline.ctr && ctr,
    lambda: baseline.lambda && lambda,
    aov: baseline.aov && aov,
    cpa: baseline.cpa && 1 / lambda,
    roas: baseline.roas && lambda * aov,
  }
}

/**
 * CTR: Wilson bounds over n = impressions + prior impressions, sd = sqrt((1-p)/(p*n)). CPA = 1/lambda, sd =
 * 1/sqrt(3 + C). ROAS = lambda * aov, sd = sqrt(1/(3 + C) + cv^2/(C + 5)).
 */
function estimateWithPrior(metric: Metric, sums: Sums, prior: Prior, cv: number): Estimate {
  const { ctr, lambda, aov } = posterior(prior, sums)
  if (metric === 'ctr') {
    const n = sums.impressions + prior.ctrPrior
    return {
      estimate: ctr,
      low: wilsonBound(ctr * n, n, 'low'),
      high: wilsonBound(ctr * n, n, 'high'),
      sd: Math.sqrt((1 - ctr) / (ctr * n)),
    }
  }
  const conversionVariance = 1 / (prior.conversions + sums.conversions)
  if (metric === 'cpa') return logNormalEstimate(1 / lambda, Math.sqrt(conversionVariance))
  const orderValueVariance = cv ** 2 / (prior.orders + sums.conversions)
  return logNormalEstimate(lambda * aov, Math.sqrt(conversionVariance + orderValueVariance))
}

/** p = (K + ctr0*m0)/(M + m0); lambda = (3 + C)/(3/lambda0 + S); aov = (V + 5*aov0)/(C + 5). */
function posterior(prior: Prior, sums: Sums) {
  return {
    ctr: (sums.clicks + prior.ctr * prior.ctrPrior) / (sums.impressions + prior.ctrPrior),
    lambda: (prior.conversions + sums.conversions) / (prior.conversions / prior.lambda + sums.spend),
    aov: (sums.revenue + prior.orders * prior.aov) / (sums.conversions + prior.orders),
  }
}

/** A rate that is null belongs to another metric than the one asked for, so its value here has no effect. */
const toPrior = ({ ctr, ctrPrior, lambda, aov }: BaselineRates): Prior => ({
  ctr: ctr ?? 0,
  ctrPrior,
  lambda: lambda ?? 1,
  conversions: estimateRule.priorConversions,
  aov: aov ?? 0,
  orders: estimateRule.priorOrders,
})

/** The error of a ratio is multiplicative, so the bounds are value * exp(+-z * sd). */
const logNormalEstimate = (value: number, sd: number): Estimate => ({
  estimate: value,
  low: value * Math.exp(-estimateRule.z * sd),
  high: value * Math.exp(estimateRule.z * sd),
  sd,
})
