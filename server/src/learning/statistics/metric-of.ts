import type { Metric } from '@atelier/contract'

/** What an objective is measured by. Platforms rename their objectives, so the words inside decide. */
export function metricOf(objective: string): Metric {
  const words = objective.toLowerCase()
  if (/sales|catalog|conversions|purchase/.test(words)) return 'roas'
  if (/lead|app/.test(words)) return 'cpa'
  return 'ctr'
}
