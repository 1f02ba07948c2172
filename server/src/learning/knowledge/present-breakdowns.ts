import { type Breakdown, roundRatio, roundSum } from '@atelier/contract'
import type { BreakdownSums } from '#learning/evidence'
import { ratioOf } from '#learning/statistics'

/** The parts of the results of an ad, each with its plain ratios: they have no estimate and no tier. */
export const presentBreakdowns = (parts: BreakdownSums[]): Breakdown[] =>
  parts.map((part) => ({
    by: part.by,
    value: part.value,
    spend: roundSum(part.spend),
    impressions: part.impressions,
    clicks: part.clicks,
    conversions: roundSum(part.conversions),
    revenue: roundSum(part.revenue),
    ctr: roundRatio(ratioOf('ctr', part)),
    cpa: roundRatio(ratioOf('cpa', part)),
    roas: roundRatio(ratioOf('roas', part)),
  }))
