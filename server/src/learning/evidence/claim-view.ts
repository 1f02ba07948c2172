import type { DriftItem, Metric, Verdict } from '@atelier/contract'

/** The figures of a claim without its verdict. All null while there is nothing to compare with. */
export type StoredDrift = Pick<
  DriftItem,
  'observed' | 'observedRaw' | 'observedLow' | 'observedHigh' | 'driftPct' | 'driftScore' | 'confidence'
>

/** A claim as lists show it. It is read as JSON, so `claimed_at` is text. */
export type ClaimView = {
  series_id: string | null
  source: string
  metric: Metric
  value: number
  window_start: string
  window_end: string
  note: string | null
  claimed_at: string
  verdict: Verdict
  drift: StoredDrift | null
}

export const claimColumns =
  'series_id, source, metric, value, window_start, window_end, note, claimed_at, verdict, drift'

/** The subject of a claim or a series, as lists show it. */
export type SubjectView = {
  platform_ad_id: string | null
  media_id: string | null
  product_id: string
  campaign_name: string | null
}
