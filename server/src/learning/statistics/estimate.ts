import type { Metric } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { ratioOf, type Sums } from './sums.ts'
import { wilsonBound, Z_90 } from './wilson-bound.ts'

/** How much what is usual weighs beside what was seen, and how sure a bound is. */
export const estimateRule = { priorConversions: 3, priorOrders: 5, z: Z_90 }

/** The estimate, its bounds in order of size, and its spread as a share of itself. */
export type Estimate = {
  estimate: number | null
  low: number | null
  high: number | null
  sd: number | null
}

/** Rates that every ad is believed to have until its own rows say otherwise. */
type Prior = {
  ctr: number
  ctrPrior: number
  lambda: number
  conversions: number
  aov: number
  orders: number
}

/** Little data is drawn towards what is usual; without that, the plain ratio is all there is to say. */
export function estimate(metric: Metric, sums: Sums, baseline: BaselineRates | null, cv: number): Estimate {
  if (!baseline || baseline[metric] === null) {
    return { estimate: ratioOf(metric, sums), low: null, high: null, sd: null }
  }
  return estimateWithPrior(metric, sums, toPrior(baseline), cv)
}

/** As if nothing were usual: the plain ratio, with the spread and the bounds that its own rows give it. */
export function estimateWithoutBaseline(metric: Metric, sums: Sums, cv: number): Estimate {
  const events = metric === 'ctr' ? sums.clicks : sums.conversions
  const plain = ratioOf(metric, sums)
  if (plain === null || events === 0) return { estimate: plain, low: null, high: null, sd: null }
  const noPrior = { ctr: 0, ctrPrior: 0, lambda: 1, conversions: 0, aov: 0, orders: 0 }
  return estimateWithPrior(metric, sums, noPrior, cv)
}

/** What is usual after these sums are known too: the belief that an ad of this kind begins with. */
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

function posterior(prior: Prior, sums: Sums) {
  return {
    ctr: (sums.clicks + prior.ctr * prior.ctrPrior) / (sums.impressions + prior.ctrPrior),
    lambda: (prior.conversions + sums.conversions) / (prior.conversions / prior.lambda + sums.spend),
    aov: (sums.revenue + prior.orders * prior.aov) / (sums.conversions + prior.orders),
  }
}

/** A rate that is not known is of no use to the metric that is asked for, and any number does. */
const toPrior = ({ ctr, ctrPrior, lambda, aov }: BaselineRates): Prior => ({
  ctr: ctr ?? 0,
  ctrPrior,
  lambda: lambda ?? 1,
  conversions: estimateRule.priorConversions,
  aov: aov ?? 0,
  orders: estimateRule.priorOrders,
})

/** Ratios err by factors, not by amounts. */
const logNormalEstimate = (value: number, sd: number): Estimate => ({
  estimate: value,
  low: value * Math.exp(-estimateRule.z * sd),
  high: value * Math.exp(estimateRule.z * sd),
  sd,
})
