// Baseline of a comparison group: pooled rates over the sums of the last 180 days.
// Input: the plain sums of each ad. Output: CTR = K/M, lambda = C/S, AOV = V/C, ROAS = lambda * AOV, CPA =
// 1/lambda (K clicks, M impressions, C conversions, S spend, V revenue), and the strength of the CTR prior.

import type { Metric } from '@atelier/contract'
import { addSums, ratioOf, type Sums } from './sums.ts'

/** The pooled rates of comparable ads. A rate is null while there is too little data for it. */
export type BaselineRates = {
  ctr: number | null
  /** Strength of the CTR prior: the number of impressions at the baseline rate that is added to every ad. */
  ctrPrior: number
  /** Conversions per unit of spend. */
  lambda: number | null
  /** Average order value. */
  aov: number | null
  roas: number | null
  cpa: number | null
  sums: Sums
}

const CONVERSIONS_NEEDED = 20
const CLICKS_NEEDED = 100

const CTR_PRIOR = 2_000
const CTR_PRIOR_MIN = 500
const CTR_PRIOR_MAX = 20_000
const ADS_FOR_CTR_PRIOR = 20

/**
 * The baseline of these ads, or null while there is too little data for this metric: it takes 20 conversions,
 * for CTR 100 clicks.
 */
export function computeBaseline(ads: { plain: Sums }[], metric: Metric): BaselineRates | null {
  const sums = addSums(ads.map(({ plain }) => plain))
  const enough = sums.conversions >= CONVERSIONS_NEEDED && sums.spend > 0
  const lambda = enough ? sums.conversions / sums.spend : null
  const aov = enough && sums.revenue > 0 ? sums.revenue / sums.conversions : null
  const rates: BaselineRates = {
    ctr: sums.clicks >= CLICKS_NEEDED ? ratioOf('ctr', sums) : null,
    ctrPrior: ctrPriorOf(ads.map(({ plain }) => plain)).impressions,
    lambda,
    aov,
    roas: lambda && aov && lambda * aov,
    cpa: lambda && 1 / lambda,
    sums,
  }
  return rates[metric] === null ? null : rates
}

/**
 * Strength of the CTR prior, in impressions, by the method of moments: the larger the variance between ads
 * beyond binomial noise, the weaker the prior. s2 = sum(M_i * (p_i - p)^2) / sum(M); variance = (s2 -
 * p(1-p)(N-1)/sum(M)) / (1 - sum(M_i^2)/sum(M)^2); impressions = p(1-p)/variance - 1, clamped to 500-20,000.
 * With fewer than 20 ads it is 2,000.
 */
export function ctrPriorOf(all: Sums[]): { impressions: number; variance: number | null } {
  const ads = all.filter(({ impressions }) => impressions > 0)
  if (ads.length < ADS_FOR_CTR_PRIOR) return { impressions: CTR_PRIOR, variance: null }
  const total = addSums(ads)
  const mean = total.clicks / total.impressions
  const binomialVariance = mean * (1 - mean)
  let observedVariance = 0
  let concentration = 0
  for (const { clicks, impressions } of ads) {
    observedVariance += (impressions * (clicks / impressions - mean) ** 2) / total.impressions
    concentration += (impressions / total.impressions) ** 2
  }
  const variance =
    (observedVariance - (binomialVariance * (ads.length - 1)) / total.impressions) / (1 - concentration)
  if (!(variance > 0)) return { impressions: CTR_PRIOR_MAX, variance }
  return { impressions: clamp(binomialVariance / variance - 1, CTR_PRIOR_MIN, CTR_PRIOR_MAX), variance }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
