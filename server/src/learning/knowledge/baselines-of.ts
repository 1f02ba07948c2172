import type { Baseline, Metric } from '@atelier/contract'
import type { JudgedGroup } from './judge-comparison-group.ts'

/** How far back sums look. */
const DAYS = 180

/** What is usual in one comparison group, and how many rows say so. */
export type StoredBaseline = { metric: Metric; rows: number; baseline: Baseline }

/**
 * Of each metric the comparison group with the most rows, if anything is usual there; those with more rows
 * first.
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
    ctr,
    cpa,
    aov,
    roas,
    spend,
    impressions,
    clicks,
    conversions,
    days: DAYS,
  }
}
