import type { Baseline, Metric } from '@atelier/contract'
import type { JudgedLeague } from './judge-league.ts'

/** How far back sums look. */
const DAYS = 180

/** What is usual in one league, and how many rows say so. */
export type KeptBaseline = { metric: Metric; rows: number; baseline: Baseline }

/** Of each metric the league with the most rows, if anything is usual there; those with more rows first. */
export function baselinesOf(leagues: JudgedLeague[]): KeptBaseline[] {
  const kept = leagues
    .map((judged) => ({ judged, rows: judged.ads.reduce((sum, { days }) => sum + days, 0) }))
    .sort((a, b) => b.rows - a.rows)
  const best = new Map<Metric, KeptBaseline>()
  for (const { judged, rows } of kept) {
    const baseline = present(judged)
    if (baseline && !best.has(judged.metric))
      best.set(judged.metric, { metric: judged.metric, rows, baseline })
  }
  return [...best.values()]
}

function present({ league, usual, scope }: JudgedLeague): Baseline | null {
  if (!usual) return null
  const { ctr, cpa, aov, roas } = usual
  const { spend, impressions, clicks, conversions } = usual.sums
  return { ...league, scope, ctr, cpa, aov, roas, spend, impressions, clicks, conversions, days: DAYS }
}
