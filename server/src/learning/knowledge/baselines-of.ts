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
export function baselinesOf(comparisonGroups: JudgedGroup[]): StoredBaseline[] {
  const kept = comparisonGroups
    .map((judged) => ({ judged, rows: judged.ads.reduce((sum, { days }) => sum + days, 0) }))
    .sort((a, b) => b.rows - a.rows)
  const best = new Map<Metric, StoredBaseline>()
  for (const { judged, rows } of kept) {
    const baseline = present(judged)
    if (baseline && !best.has(judged.metric))
      best.set(judged.metric, { metric: judged.metric, rows, baseline })
  }
  return [...best.values()]
}

function present({ comparisonGroup, usual, scope }: JudgedGroup): Baseline | null {
  if (!usual) return null
  const { ctr, cpa, aov, roas } = usual
  const { spend, impressions, clicks, conversions } = usual.sums
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
