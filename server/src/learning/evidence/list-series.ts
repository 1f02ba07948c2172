import {
  type Breakdown,
  dimensions,
  type Evidence,
  type HistoryQuery,
  type Metric,
  type Orientation,
  type Tier,
} from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { StoredLiftTest } from '#learning/worth'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { NO_CHARACTER } from './ad-facts.ts'
import { type ClaimView, claimColumns, type SubjectView } from './claim-view.ts'
import { type FunnelStanding, type FunnelSums, funnelSums } from './funnel-sums.ts'

/** A part of the results of a series, over a period. */
export type BreakdownSums = Omit<Breakdown, 'ctr' | 'cpa' | 'roas'>

/** One series: its sums inside a window of days, its newest claim, and the conclusions about it. */
export type SeriesView = SubjectView & {
  id: string
  created_at: Date
  platform_campaign_id: string | null
  product_name: string | null
  cep_id: string | null
  cep_text: string | null
  angle: string | null
  hook: string | null
  character_id: string | null
  character_name: string | null
  no_character: boolean | null
  media_type: 'IMAGE' | 'VIDEO' | null
  orientation: Orientation | null
  objective: string | null
  attribution: string | null
  currency: string | null
  conversion_type: string | null
  evidence: Evidence
  source: string
  superseded_by: string | null
  metric: Metric | null
  tier: Tier
  estimate: number | null
  low: number | null
  high: number | null
  baseline: number | null
  last_day: string | null
  /** Null when the window contains no row. */
  first_shown: string | null
  last_shown: string | null
  spend: number | null
  impressions: number | null
  clicks: number | null
  conversions: number | null
  revenue: number | null
  /** Over the window as well; null where no row counts more than its sums. */
  funnel: FunnelSums | null
  funnel_standing: FunnelStanding | null
  below_target: boolean | null
  breakdowns: BreakdownSums[] | null
  frequency: { value: number; lastDay: string } | null
  /** The newest one, also when its days are not in the window. */
  lift_test: StoredLiftTest | null
  claim: ClaimView | null
}

/** One page, latest report first. The cost is proportional to the rows of the series that are shown. */
export async function listSeries(
  db: Rows,
  owner: Owner,
  query: HistoryQuery,
): Promise<{ shown: SeriesView[]; nextCursor: string | null }> {
  const rows = await db.rows<SeriesView>(...statementOf(owner, query))
  return pageOf(rows, query.limit)
}

/** The last 180 days unless the query names a window. */
const SINCE = `coalesce($6::date, (now() at time zone 'utc')::date - 179)`
const UNTIL = `coalesce($7::date, 'infinity')`

const IN_WINDOW = `o.day between ${SINCE} and ${UNTIL}`

/** A series without rows is listed by the window of its newest claim, else by the day it was reported. */
const CLAIMED_IN_WINDOW = `s.first_day is null
  and coalesce(c.window_start, (s.reported_at at time zone 'utc')::date) <= ${UNTIL}
  and coalesce(c.window_end, (s.reported_at at time zone 'utc')::date) >= ${SINCE}`

/** Of every dimension those with the most spend: a list of all countries would hide the others. */
const PARTS_SHOWN = 25

const PART_SUMS = ['spend', 'impressions', 'clicks', 'conversions', 'revenue']

/** A query in brackets, of one column: the parts of the rows of a series that meet the condition, as JSON. */
const breakdownSums = (seriesId: string, condition: string): string => `(
  select jsonb_agg(to_jsonb(ranked) - 'place' order by array_position(
    array[${dimensions.map((name) => `'${name}'`)}], ranked.by), ranked.place)
  from (
    select p.by, p.value, ${PART_SUMS.map((name) => `sum(p.${name}) as ${name}`)},
      row_number() over (partition by p.by order by sum(p.spend) desc, p.value) as place
    from observations o cross join lateral jsonb_to_recordset(o.breakdowns)
      as p(by text, value text, ${PART_SUMS.map((name) => `${name} float8`)})
    where o.series_id = ${seriesId} and o.is_current and o.breakdowns is not null and ${condition}
    group by p.by, p.value
  ) ranked
  where ranked.place <= ${PARTS_SHOWN})`

/** Of the seven days up to the newest one that says how many people they reached, as for fatigue. */
const FREQUENCY = `(
  select jsonb_build_object('value',
    sum(impressions)::float8 / max(reach_7d) filter (where day = w.reach_day), 'lastDay', w.reach_day)
  from observations o
  where o.series_id = s.id and o.is_current and o.day between w.reach_day - 6 and w.reach_day)`

/** Contains only the conditions that the query asks for, so that the database can use the matching index. */
function statementOf(owner: Owner, query: HistoryQuery): [string, (string | number | Date | null)[]] {
  const after = readCursor(query.cursor, 'history')
  const values: (string | number | Date | null)[] = [
    owner.userId,
    owner.mode,
    query.limit + 1,
    after.createdAt,
    after.id,
    query.since ?? null,
    query.until ?? null,
  ]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = [
    's.memory_id = (select id from memories where user_id = $1 and mode = $2)',
    '(s.reported_at, s.id) < ($4::timestamptz, $5::text)',
    `((s.first_day <= ${UNTIL} and s.last_day >= ${SINCE} and w.first_shown is not null)
      or (${CLAIMED_IN_WINDOW}))`,
  ]
  if (query.productId !== undefined) conditions.push(`s.product_id = ${parameter(query.productId)}`)
  if (query.status) conditions.push(`s.evidence = ${parameter(query.status)}`)
  if (query.verdict) {
    const verdict = parameter(query.verdict)
    // Most series have no claim. Restricting to those that have one avoids a lateral lookup for each series.
    conditions.push(`c.verdict = ${verdict} and s.id in (select series_id from claims
      where memory_id = (select id from memories where user_id = $1 and mode = $2) and verdict = ${verdict})`)
  }
  const text = `select s.id, s.reported_at as created_at, s.product_id, s.objective, s.attribution,
      s.currency, s.conversion_type, s.evidence, s.source, s.superseded_by, s.metric, s.tier,
      s.estimate, s.low, s.high, s.baseline, s.funnel_standing, s.below_target, s.lift_test, s.last_day::text,
      a.platform_ad_id, a.media_id, a.platform_campaign_id, a.campaign_name, a.product_name, a.cep_id,
      a.cep_text, a.angle, a.hook, a.character_id, a.character_name, ${NO_CHARACTER} as no_character,
      a.media_type, a.orientation,
      w.*, to_jsonb(c) as claim,
      case when s.funnel is not null
        then ${funnelSums('s.id', IN_WINDOW)} end as funnel,
      case when w.is_divided then ${breakdownSums('s.id', IN_WINDOW)} end as breakdowns,
      case when w.reach_day is not null then ${FREQUENCY} end as frequency
    from series s join ads a on a.id = s.ad_id
    left join lateral (
      select ${claimColumns} from claims
      where claims.ad_id = s.ad_id and claims.series_id = s.id and claims.superseded_by is null
      order by claims.claimed_at desc, claims.report_id desc limit 1
    ) c on true
    left join lateral (
      select min(day)::text as first_shown, max(day)::text as last_shown, sum(spend)::float8 as spend,
        sum(impressions)::float8 as impressions, sum(clicks)::float8 as clicks,
        sum(conversions)::float8 as conversions, sum(revenue)::float8 as revenue,
        bool_or(breakdowns is not null) as is_divided, max(day) filter (where reach_7d > 0) as reach_day
      from observations
      where series_id = s.id and is_current and day between ${SINCE} and ${UNTIL}
    ) w on true
    where ${conditions.join(' and ')}
    order by s.reported_at desc, s.id desc limit $3`
  return [text, values]
}
