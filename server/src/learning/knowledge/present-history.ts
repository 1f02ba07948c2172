import type { HistoryRow } from '@atelier/contract'
import type { SeriesView } from '#learning/evidence'
import { presentDrift } from './present-drift.ts'

/** One series as the API returns it: plain ratios of the sums in the window, and the estimate. */
export const presentHistory = (row: SeriesView): HistoryRow => ({
  id: row.id,
  campaignName: row.campaign_name,
  platformCampaignId: row.platform_campaign_id,
  platformAdId: row.platform_ad_id,
  productId: row.product_id || null,
  cepId: row.cep_id,
  generatedMediaId: row.media_id,
  objective: row.objective,
  windowStart: row.first_shown,
  windowEnd: row.last_shown,
  attribution: row.attribution,
  currency: row.currency,
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
  conversions: row.conversions,
  conversionType: row.conversion_type,
  revenue: row.revenue,
  ctr: ratio(row.clicks, row.impressions),
  cpa: ratio(row.spend, row.conversions),
  roas: ratio(row.revenue, row.spend),
  evidence: row.evidence,
  source: row.source,
  reportedAt: row.created_at.toISOString(),
  supersededBy: row.superseded_by,
  claimed: row.claim && {
    metric: row.claim.metric,
    value: row.claim.value,
    note: row.claim.note,
    claimedAt: new Date(row.claim.claimed_at).toISOString(),
    source: row.claim.source,
  },
  observed: observedOf(row),
  drift: row.claim && presentDrift(row.claim, row),
  // A series that lost all its rows may still have a tier from earlier.
  tier: row.last_day === null ? 'unproven' : row.tier,
})

const ratio = (above: number | null, below: number | null): number | null =>
  above !== null && below ? above / below : null

function observedOf({ metric, estimate, low, high, last_day }: SeriesView): HistoryRow['observed'] {
  if (metric === null || estimate === null || last_day === null) return null
  return { metric, value: estimate, low, high, lastDay: last_day }
}
