import type { DriftItem } from '@atelier/contract'
import type { ClaimView, SubjectView } from '#learning/evidence'

const nothingObserved = {
  observed: null,
  observedRaw: null,
  observedLow: null,
  observedHigh: null,
  driftPct: null,
  driftScore: null,
  confidence: null,
}

export const presentDrift = (claim: ClaimView, subject: SubjectView): DriftItem => ({
  subject: {
    historyId: claim.series_id,
    platformAdId: subject.platform_ad_id,
    generatedMediaId: subject.media_id,
    productId: subject.product_id || null,
    campaignName: subject.campaign_name,
    windowStart: claim.window_start,
    windowEnd: claim.window_end,
    source: claim.source,
  },
  metric: claim.metric,
  claimed: claim.value,
  claimedAt: new Date(claim.claimed_at).toISOString(),
  verdict: claim.verdict,
  ...nothingObserved,
  ...claim.drift,
})
