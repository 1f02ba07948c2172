import type { Tx } from '#platform/db'

/**
 * Recomputes, for all claims about these ads, which are superseded, which series each is compared with, and
 * the sums of its rows inside the window.
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

/**
 * A series fits when it has rows and what the claim names. Of those with rows on half of the window the one
 * is compared whose plain ratio is nearest to the claim; the others are stored beside it, because a claim
 * that does not say which it means is comparable only when they do not contradict each other.
 */
const REFRESH = `
  with candidates as (
    select c.id, s.id as series_id, s.spend as series_spend, s.last_day as series_last_day, t.*, fits,
      fits and 2 * t.days >= c.window_end - c.window_start + 1 as covers,
      abs(ln(nullif(case c.metric when 'roas' then t.revenue / nullif(t.spend, 0)
        when 'cpa' then t.spend / nullif(t.conversions, 0)
        else t.clicks / nullif(t.impressions, 0) end, 0)::float8) - ln(c.value)) as distance
    from claims c join series s on s.ad_id = c.ad_id
    cross join lateral (
      select s.last_day is not null
        and coalesce(s.conversion_type = c.conversion_type, c.conversion_type is null)
        and coalesce(s.attribution = c.attribution, c.attribution is null) as fits
    ) named
    cross join lateral (
      select count(*)::int as days, coalesce(sum(spend), 0) as spend,
        coalesce(sum(impressions), 0) as impressions, coalesce(sum(clicks), 0) as clicks,
        coalesce(sum(conversions), 0) as conversions, coalesce(sum(revenue), 0) as revenue,
        count(*) filter (where conversions > 0)::int as order_days,
        coalesce(sum(revenue::float8 ^ 2 / conversions::float8) filter (where conversions > 0), 0)
          as order_squares
      from observations
      where series_id = s.id and is_current and day between c.window_start and c.window_end
    ) t
    where c.ad_id = any($1::bigint[]) and c.superseded_by is null
  ), ranked as (
    select *, max(series_last_day) over (partition by id) as ad_last_day,
      row_number() over (partition by id order by series_last_day is null, fits desc, covers desc,
        case when covers then distance end, series_spend desc, series_id) as rank
    from candidates
  ), others as (
    select id, jsonb_agg(jsonb_build_object('seriesId', series_id, 'coveredDays', days,
      'sums', jsonb_build_object('spend', spend, 'impressions', impressions, 'clicks', clicks,
        'conversions', conversions, 'revenue', revenue),
      'orders', jsonb_build_object('days', order_days, 'squares', order_squares)) order by rank) as list
    from ranked where covers and rank > 1 group by id
  )
  update claims set series_id = t.series_id, is_comparable = t.fits, covered_days = t.days,
    last_day = t.ad_last_day, spend = t.spend, impressions = t.impressions, clicks = t.clicks,
    conversions = t.conversions, revenue = t.revenue, order_days = t.order_days,
    order_squares = t.order_squares, others = others.list
  from ranked t left join others using (id)
  where claims.id = t.id and t.rank = 1`
