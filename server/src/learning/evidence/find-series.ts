import type { Evidence, Metric, Tier } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** A series as search shows it: its sums as of today, and its newest claim. */
export type FoundSeries = {
  id: string
  evidence: Evidence
  metric: Metric | null
  tier: Tier
  last_day: string | null
  reported_at: Date
  currency: string | null
  days: number
  spend: number
  impressions: number
  clicks: number
  conversions: number
  revenue: number
  platform_ad_id: string | null
  campaign_name: string | null
  hook: string | null
  angle: string | null
  product_id: string
  media_id: string | null
  cep_id: string | null
  claim: { metric: Metric; value: number; source_id: string } | null
}

/** The series with these ids that exist and are not superseded, in no particular order. */
export async function findSeries(db: Rows, owner: Owner, ids: string[]): Promise<FoundSeries[]> {
  if (ids.length === 0) return []
  return db.rows<FoundSeries>(
    `select s.id, s.evidence, s.metric, s.tier, s.last_day::text, s.reported_at, s.currency, s.days,
       s.spend::float8, s.impressions::float8, s.clicks::float8, s.conversions::float8, s.revenue::float8,
       a.platform_ad_id, a.campaign_name, a.hook, a.angle, s.product_id, a.media_id, a.cep_id,
       to_jsonb(c) as claim
     from series s join ads a on a.id = s.ad_id
     left join lateral (
       select metric, value, source_id from claims
       where claims.ad_id = s.ad_id and claims.series_id = s.id and claims.superseded_by is null
       order by claims.claimed_at desc, claims.report_id desc limit 1
     ) c on true
     where s.memory_id = (select id from memories where user_id = $1 and mode = $2)
       and s.id = any($3::text[]) and s.superseded_by is null`,
    [owner.userId, owner.mode, ids],
  )
}
