import type { Metric } from '@atelier/contract'

/** The metric of an objective. Platforms rename their objectives, so words inside the name decide. */
export function metricOf(objective: string): Metric {
  const words = objective.toLowerCase()
  if (/sales|catalog|conversions|purchase/.test(words)) return 'roas'
  if (/lead|app/.test(words)) return 'cpa'
  return 'ctr'
}
