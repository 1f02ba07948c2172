import type { Evidence } from '@atelier/contract'
import { type Day, isDeclining, isFatigued } from '#learning/statistics'
import type { Tx } from '#platform/db'
import { RECENT_DAYS, refreshFunnels, refreshLiftTests, sumFunnels } from './funnel-sums.ts'
import type { Memory } from './lock-memory.ts'

/** `days_known` is the number of current rows, null when the series has none left. */
type SummedSeries = { id: string; days_known: number | null; evidence: Evidence }

/**
 * Recomputes the sums of series from their current rows, as of today. They are always recomputed and never
 * incremented, so errors cannot accumulate.
 */
export async function sumSeries(tx: Tx, ids: string[], today: string): Promise<SummedSeries[]> {
  await sumFunnels(tx, ids, today)
  await refreshLiftTests(tx, ids)
  return tx.rows<SummedSeries>(SUM, [ids, today])
}

/** The same formula as `weightOf` in #learning/statistics. */
const WEIGHT = `greatest(0.05, power(2, -age / 30)) / case when age < 3 then 2 else 1 end`

const weightedSum = (column: string) => `coalesce(sum(weight * ${column}), 0) as weighted_${column}`
const recentSum = (column: string) => `coalesce(sum(${column}) filter (where is_recent), 0) as ${column}`
const isWithin2Percent = (column: string) =>
  `abs(o.${column} - c.${column}) <= 0.02 * greatest(o.${column}, c.${column})`

const COLUMNS = ['spend', 'impressions', 'clicks', 'conversions', 'revenue']

/** The current rows of one series, with age weight and whether they are in the plain sums. */
const CURRENT_ROWS = `
    from (
      select o.*, o.day > $2::date - ${RECENT_DAYS} as is_recent, ${WEIGHT} as weight
      from observations o, lateral (select greatest(0, $2::date - o.day - 1)::float8 as age) aged
      where o.series_id = wanted.id and o.is_current
    ) current_rows`

/** The sums that change with the date even without a new report. */
const AGED = `count(*) filter (where is_recent)::int as days,
      ${COLUMNS.map(recentSum).join(', ')},
      count(*) filter (where is_recent and conversions > 0)::int as order_days,
      coalesce(sum(revenue::float8 ^ 2 / conversions::float8) filter (where is_recent and conversions > 0), 0)
        as order_squares,
      coalesce(range_agg(daterange(day, day + 1)) filter (where is_recent), '{}') as ran,
      ${COLUMNS.map(weightedSum).join(', ')}`

const SET_AGED = [
  'days',
  ...COLUMNS,
  'order_days',
  'order_squares',
  'ran',
  ...COLUMNS.map((one) => `weighted_${one}`),
]
  .map((column) => `${column} = t.${column}`)
  .join(', ')

/**
 * The newest reading that does not count of a day, by the first source after the given one. Each is found by
 * the index `observations_replaced`, however often the day was read.
 */
const newestReading = (seriesId: string, day: string, after?: string) => `
          select past.series_id, past.day, past.source_id, ${COLUMNS.map((one) => `past.${one}`).join(', ')}
          from observations past
          where past.series_id = ${seriesId} and past.day = ${day} and not past.is_current
            ${after === undefined ? '' : `and past.source_id > ${after}`}
          order by past.source_id, past.fetched_at desc, past.received_at, past.report_id, past.row_no
          limit 1`

/**
 * A day agrees when the newest row of another source is within 2% of the current row in every sum. With half
 * of its days in agreement a series is corroborated.
 *
 * Each series is read by itself, and each day by the index, from source to source; there is at most one
 * current row of a day. A join of all series was quadratic whenever the database expected few rows. Replaced
 * rows are not all read: agents read the last days again every hour, and nothing is ever removed.
 */
const SUM = `
  update series set summed_on = $2::date, first_day = t.first_day, last_day = t.last_day,
    objective = coalesce(t.objective, series.objective), source = coalesce(t.source, series.source),
    reported_at = coalesce(t.reported_at, series.reported_at), ${SET_AGED},
    agreed_days = agreement.days,
    evidence = case when series.conversion_type is null then 'claimed'
      when agreement.days > 0 and 2 * agreement.days >= t.days_known then 'corroborated' else 'observed' end,
    superseded_by = case when t.days_known = 0 then (
      select other.id from series other join observations o on o.series_id = other.id and o.is_current
      where other.ad_id = series.ad_id and other.conversion_type = series.conversion_type
        and other.attribution = series.attribution and other.id <> series.id
      order by o.day desc, o.fetched_at desc limit 1) end
  from unnest($1::text[]) as wanted(id) cross join lateral (
    select count(*)::int as days_known, min(day) as first_day, max(day) as last_day,
      (array_agg(objective order by day desc))[1] as objective,
      (array_agg(source order by received_at desc, report_id desc, row_no desc))[1] as source,
      max(received_at) as reported_at, ${AGED} ${CURRENT_ROWS}
  ) t cross join lateral (
    select count(*)::int as days from observations c
    where c.series_id = wanted.id and c.is_current and exists (
      with recursive o as (
        (${newestReading('c.series_id', 'c.day')})
        union all
        select next.* from o cross join lateral (
          ${newestReading('o.series_id', 'o.day', 'o.source_id')}
        ) next
      )
      select from o where o.source_id <> c.source_id and ${COLUMNS.map(isWithin2Percent).join(' and ')})
  ) agreement
  where series.id = wanted.id
  returning series.id, nullif(t.days_known, 0) as days_known, series.evidence`

type SeriesDays = {
  id: string
  is_fatigued: boolean
  is_declining: boolean
  days: (string | number | null)[][]
}

/**
 * Recomputes whether series are fatigued or declining. Both are judged as of the last row, so only a report
 * changes them.
 */
export async function refreshFatigue(tx: Tx, ids: string[]): Promise<void> {
  const series = await tx.rows<SeriesDays>(
    `select s.id, s.is_fatigued, s.is_declining, json_agg(json_build_array(
       day, o.spend, o.impressions, o.clicks, o.conversions, o.revenue, reach_7d) order by day) as days
     from series s join observations o on o.series_id = s.id and is_current
     where s.id = any($1::text[]) group by s.id`,
    [ids],
  )
  const judged = series.map((one) => {
    const days = one.days.map(toDay)
    return { ...one, fatigued: isFatigued(days), declining: isDeclining(days) }
  })
  const changed = judged.filter(
    (one) => one.fatigued !== one.is_fatigued || one.declining !== one.is_declining,
  )
  if (changed.length === 0) return
  await tx.row(
    `update series set is_fatigued = now.fatigued, is_declining = now.declining
     from unnest($1::text[], $2::boolean[], $3::boolean[]) as now(id, fatigued, declining)
     where series.id = now.id`,
    [
      changed.map(({ id }) => id),
      changed.map(({ fatigued }) => fatigued),
      changed.map(({ declining }) => declining),
    ],
  )
}

const toDay = ([
  day,
  spend,
  impressions,
  clicks,
  conversions,
  revenue,
  reach7d,
]: SeriesDays['days'][number]): Day =>
  ({ day, spend, impressions, clicks, conversions, revenue, reach7d }) as Day

const REFRESH_AGED = `
  update series set summed_on = $2::date, ${SET_AGED}
  from unnest($1::text[]) as wanted(id) cross join lateral (select ${AGED} ${CURRENT_ROWS}) t
  where series.id = wanted.id`

/**
 * Brings sums that were computed on another day to today, for one product or for all: weights decay, and days
 * leave the plain sums. Which rows count and who agrees with them changes only with a report.
 */
export async function refreshSums(tx: Tx, memory: Memory, productId?: string): Promise<void> {
  const ofProduct = productId === undefined ? '' : 'and product_id = $3'
  const old = await tx.rows<{ id: string }>(
    `select id from series where memory_id = $1 and (summed_on <> $2::date or ran is null) ${ofProduct}`,
    [memory.id, memory.today, ...(productId === undefined ? [] : [productId])],
  )
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await tx.row(REFRESH_AGED, [ids, memory.today])
  await refreshFunnels(tx, memory, ids)
}
