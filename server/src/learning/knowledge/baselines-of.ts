import { type Baseline, type Metric, roundRatio, roundSum } from '@atelier/contract'
import type { JudgedGroup } from './judge-comparison-group.ts'

/** The sums of a baseline cover this many days. */
const DAYS = 180

/** The baseline of one comparison group, and how many rows it rests on. */
export type StoredBaseline = { metric: Metric; rows: number; baseline: Baseline }

/**
 * For each metric the baseline of the comparison group with the most rows, if it has one. Most rows first.
 */
export function baselinesOf(groups: JudgedGroup[]): StoredBaseline[] {
  const ranked = groups
    .map((group) => ({ group, rows: group.ads.reduce((sum, { days }) => sum + days, 0) }))
    .sort((a, b) => b.rows - a.rows)
  const best = new Map<Metric, StoredBaseline>()
  for (const { group, rows } of ranked) {
    const baseline = presentBaseline(group)
    if (baseline && !best.has(group.metric)) best.set(group.metric, { metric: group.metric, rows, baseline })
  }
  return [...best.values()]
}

function presentBaseline({ comparisonGroup, baseline, scope }: JudgedGroup): Baseline | null {
  if (!baseline) return null
  const { ctr, cpa, aov, roas } = baseline
  const { spend, impressions, clicks, conversions } = baseline.sums
  return {
    ...comparisonGroup,
    scope,
    ctr: roundRatio(ctr),
    cpa: roundRatio(cpa),
    aov: roundRatio(aov),
    roas: roundRatio(roas),
    spend: roundSum(spend),
    impressions,
    clicks,
    conversions: roundSum(conversions),
    days: DAYS,
  }
}
