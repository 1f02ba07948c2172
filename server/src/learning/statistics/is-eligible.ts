import type { Metric, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import type { Sums } from './sums.ts'

export type Trial = { metric: Metric; plain: Sums; days: number; lastRowAge: number }

/**
 * Whether there is enough to judge by. `whatever it brought` asks only whether it had its chance: an ad that
 * spends and brings nothing has.
 */
export function isEligible(
  { metric, plain, days, lastRowAge }: Trial,
  usual: BaselineRates | null,
  thresholds: Thresholds,
  asked: 'all' | 'whatever it brought' = 'all',
): boolean {
  const cpa = metric === 'ctr' ? 0 : (usual?.cpa ?? 0)
  const brought =
    metric === 'ctr' ? plain.clicks >= thresholds.clicks : plain.conversions >= thresholds.conversions
  return (
    plain.spend >= Math.max(thresholds.spendInCpa * cpa, thresholds.spend) &&
    plain.impressions >= thresholds.impressions &&
    days >= thresholds.days &&
    lastRowAge <= thresholds.lastRowDays &&
    (brought || asked === 'whatever it brought')
  )
}
