import type { Metric, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import type { Sums } from './sums.ts'

export type EligibilityInput = { metric: Metric; plain: Sums; days: number; lastRowAge: number }

/**
 * Whether an ad has enough data to be judged: spend, impressions, days, age of the last row, and conversions
 * (for CTR: clicks). The spend must also reach `spendInCpa` times the baseline CPA. With the conversion
 * minimum `waived`, an ad that spends without any conversion is eligible too, so that it can be a loser.
 */
export function isEligible(
  { metric, plain, days, lastRowAge }: EligibilityInput,
  baseline: BaselineRates | null,
  thresholds: Thresholds,
  conversionMinimum: 'required' | 'waived' = 'required',
): boolean {
  const cpa = metric === 'ctr' ? 0 : (baseline?.cpa ?? 0)
  const meetsConversionMinimum =
    metric === 'ctr' ? plain.clicks >= thresholds.clicks : plain.conversions >= thresholds.conversions
  return (
    plain.spend >= Math.max(thresholds.spendInCpa * cpa, thresholds.spend) &&
    plain.impressions >= thresholds.impressions &&
    days >= thresholds.days &&
    lastRowAge <= thresholds.lastRowDays &&
    (meetsConversionMinimum || conversionMinimum === 'waived')
  )
}
