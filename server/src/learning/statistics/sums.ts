import type { Metric } from '@atelier/contract'

/** The totals of rows. Ratios are computed from sums; ratios are never averaged. */
export type Sums = {
  spend: number
  impressions: number
  clicks: number
  conversions: number
  revenue: number
}

export const noSums: Sums = { spend: 0, impressions: 0, clicks: 0, conversions: 0, revenue: 0 }

export const addSums = (list: Sums[]): Sums =>
  list.reduce(
    (total, one) => ({
      spend: total.spend + one.spend,
      impressions: total.impressions + one.impressions,
      clicks: total.clicks + one.clicks,
      conversions: total.conversions + one.conversions,
      revenue: total.revenue + one.revenue,
    }),
    noSums,
  )

export const scaleSums = (sums: Sums, factor: number): Sums => ({
  spend: sums.spend * factor,
  impressions: sums.impressions * factor,
  clicks: sums.clicks * factor,
  conversions: sums.conversions * factor,
  revenue: sums.revenue * factor,
})

/** The plain ratio, or null when the denominator is 0. */
export function ratioOf(metric: Metric, sums: Sums): number | null {
  const { numerator, denominator } = {
    roas: { numerator: sums.revenue, denominator: sums.spend },
    cpa: { numerator: sums.spend, denominator: sums.conversions },
    ctr: { numerator: sums.clicks, denominator: sums.impressions },
  }[metric]
  return denominator > 0 ? numerator / denominator : null
}
