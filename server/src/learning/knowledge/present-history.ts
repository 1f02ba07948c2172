import { type Breakdown, type HistoryRow, roundRatio, roundSum } from '@atelier/contract'
import type { BreakdownSums, SeriesView } from '#learning/evidence'
import { liftOf } from '#learning/statistics'
import { presentLiftTest, presentProfit } from '#learning/worth'
import { BELOW_TARGET } from './explain-pattern.ts'
import { presentDrift } from './present-drift.ts'
import { presentFunnel } from './present-funnel.ts'

/** One series as the API returns it: plain ratios of the sums in the window, and the estimate. */
export const presentHistory = (row: SeriesView): HistoryRow => ({
  id: row.id,
  campaignName: row.campaign_name,
  platformCampaignId: row.platform_campaign_id,
  platformAdId: row.platform_ad_id,
  generatedMediaId: row.media_id,
  productId: row.product_id || null,
  productName: row.product_name,
  cepId: row.cep_id,
  cepText: row.cep_text,
  angle: row.angle,
  hook: row.hook,
  characterId: row.character_id,
  characterName: row.character_name,
  noCharacter: row.no_character,
  mediaType: row.media_type,
  orientation: row.orientation,
  // A series that lost all its rows may still have a tier from earlier.
  tier: row.last_day === null ? 'unproven' : row.tier,
  ...(row.below_target && row.last_day !== null && { tierReason: BELOW_TARGET }),
  evidence: row.evidence,
  observed: observedOf(row),
  claimed: row.claim && {
    metric: row.claim.metric,
    value: row.claim.value,
    note: row.claim.note,
    claimedAt: new Date(row.claim.claimed_at).toISOString(),
    source: row.claim.source,
  },
  drift: row.claim && presentDrift(row.claim, row),
  objective: row.objective,
  conversionType: row.conversion_type,
  attribution: row.attribution,
  currency: row.currency,
  windowStart: row.first_shown,
  windowEnd: row.last_shown,
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
  conversions: row.conversions,
  revenue: row.revenue,
  ...ratiosOf(row),
  ...(row.funnel?.profit && { profit: presentProfit([row.funnel.profit]) }),
  ...(row.frequency && {
    frequency: { value: roundRatio(row.frequency.value), lastDay: row.frequency.lastDay },
  }),
  // A window may be without the rows that count it.
  ...(row.funnel &&
    Object.keys(row.funnel.counts).length > 0 && { funnel: presentFunnel(row.funnel, row.funnel_standing) }),
  ...(row.breakdowns && { breakdowns: presentBreakdowns(row.breakdowns) }),
  ...(row.lift_test && { liftTest: presentLiftTest(row.lift_test) }),
  source: row.source,
  reportedAt: row.created_at.toISOString(),
  supersededBy: row.superseded_by,
})

type RatioSums = { [Sum in 'spend' | 'impressions' | 'clicks' | 'conversions' | 'revenue']: number | null }

const ratiosOf = ({ spend, impressions, clicks, conversions, revenue }: RatioSums) => ({
  ctr: ratio(clicks, impressions),
  cpa: ratio(spend, conversions),
  roas: ratio(revenue, spend),
})

const ratio = (above: number | null, below: number | null): number | null =>
  above !== null && below ? roundRatio(above / below) : null

function observedOf({ metric, estimate, low, high, baseline, last_day }: SeriesView): HistoryRow['observed'] {
  if (metric === null || estimate === null || last_day === null) return null
  return {
    metric,
    value: roundRatio(estimate),
    low: roundRatio(low),
    high: roundRatio(high),
    baseline: roundRatio(baseline),
    lift: roundRatio(liftOf(metric, estimate, baseline)),
    lastDay: last_day,
  }
}

/** The parts of the results of an ad, each with its plain ratios: they have no estimate and no tier. */
const presentBreakdowns = (parts: BreakdownSums[]): Breakdown[] =>
  parts.map((part) => ({
    by: part.by,
    value: part.value,
    spend: roundSum(part.spend),
    impressions: part.impressions,
    clicks: part.clicks,
    conversions: roundSum(part.conversions),
    revenue: roundSum(part.revenue),
    ...ratiosOf(part),
  }))
