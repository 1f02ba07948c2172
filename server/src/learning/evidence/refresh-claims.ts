import type { Tx } from '#platform/db'

/**
 * Recomputes, for all claims about these ads, which are superseded, which series each is compared with, and
 * the sums of its rows inside the window. The series is one with rows if there is any, preferably with the
 * conversion type and attribution that the claim names, then the one with the most spend.
 */
export async function refreshClaims(tx: Tx, adIds: number[]): Promise<void> {
  await tx.row(SUPERSEDE, [adIds])
  await tx.row(REFRESH, [adIds])
}

/**
 * Of the claims with the same source, ad, metric and window only the newest counts; each older one points to
 * the next. After two ads are merged both may have such a claim.
 */
const SUPERSEDE = `
  update claims set superseded_by = said.next from (
    select id, lead(report_id) over (partition by ad_id, source_id, metric, window_start, window_end
      order by claimed_at, report_id) as next
    from claims where ad_id = any($1::bigint[])
  ) said where claims.id = said.id and claims.superseded_by is distinct from said.next`

const REFRESH = `
  with targets as (
    select c.id, c.window_start, c.window_end, at.id as series_id, at.has_rows and at.fits as is_comparable
    from claims c cross join lateral (
      select s.id, s.last_day is not null as has_rows,
        coalesce(s.conversion_type = c.conversion_type, c.conversion_type is null)
          and coalesce(s.attribution = c.attribution, c.attribution is null) as fits
      from series s where s.ad_id = c.ad_id
      order by has_rows desc, fits desc, s.spend desc, s.id limit 1
    ) at
    where c.ad_id = any($1::bigint[]) and c.superseded_by is null
  )
  update claims set series_id = targets.series_id, is_comparable = targets.is_comparable,
    covered_days = t.days, last_day = t.last_day, spend = t.spend, impressions = t.impressions,
    clicks = t.clicks, conversions = t.conversions, revenue = t.revenue, order_days = t.order_days,
    order_squares = t.order_squares
  from targets cross join lateral (
    select count(*)::int as days, max(day) as last_day, coalesce(sum(spend), 0) as spend,
      coalesce(sum(impressions), 0) as impressions, coalesce(sum(clicks), 0) as clicks,
      coalesce(sum(conversions), 0) as conversions, coalesce(sum(revenue), 0) as revenue,
      count(*) filter (where conversions > 0)::int as order_days,
      coalesce(sum(revenue::float8 ^ 2 / conversions::float8) filter (where conversions > 0), 0)
        as order_squares
    from observations
    where series_id = targets.series_id and is_current
      and day between targets.window_start and targets.window_end
  ) t
  where claims.id = targets.id`
