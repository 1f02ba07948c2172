import { type DriftItem, roundRatio, roundShare } from '@atelier/contract'
import type { ClaimView, SubjectView } from '#learning/evidence'

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
  observed: roundRatio(claim.drift?.observed ?? null),
  observedRaw: roundRatio(claim.drift?.observedRaw ?? null),
  observedLow: roundRatio(claim.drift?.observedLow ?? null),
  observedHigh: roundRatio(claim.drift?.observedHigh ?? null),
  driftPct: roundRatio(claim.drift?.driftPct ?? null),
  driftScore: claim.drift?.driftScore ?? null,
  confidence: roundShare(claim.drift?.confidence ?? null),
})
