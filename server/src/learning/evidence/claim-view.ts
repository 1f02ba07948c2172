import type { DriftItem, Metric, Verdict } from '@atelier/contract'

/** What came of a claim, beside its verdict; everything is null while there is nothing to compare with. */
export type StoredDrift = Pick<
  DriftItem,
  'observed' | 'observedRaw' | 'observedLow' | 'observedHigh' | 'driftPct' | 'driftScore' | 'confidence'
>

/** A claim as lists show it. It travels as JSON, so its time is a text. */
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

/** What a claim or a series is about, as far as a list tells. */
export type SubjectView = {
  platform_ad_id: string | null
  media_id: string | null
  product_id: string
  campaign_name: string | null
}
