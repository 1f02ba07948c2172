import type { Metric } from '@atelier/contract'
import { addSums, ratioOf, type Sums } from './sums.ts'

/** What is usual among ads that may be compared, null where too little is known of it. */
export type BaselineRates = {
  ctr: number | null
  /** As many impressions at the usual rate does every ad begin with. */
  ctrPrior: number
  /** Conversions per money. */
  lambda: number | null
  /** The value of an order. */
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

/** The baseline of these ads, or null while they are too few to tell what this metric usually is. */
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
 * How much the usual rate weighs: the more ads differ in truth, the less it does. Their spread beyond chance
 * (method of moments) tells, once there are enough of them.
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
