import { type CountName, countNames, MARGIN, type StepName, stepCounts, stepNames } from '@atelier/contract'
import type { Leak, StepSums } from '#learning/statistics'
import type { ProfitSums } from '#learning/worth'
import type { Tx } from '#platform/db'
import type { Memory } from './lock-memory.ts'

/** The plain sums of a series cover this many days. Older rows count only in the weighted sums. */
export const RECENT_DAYS = 180

/** What rows count beside their sums: sums of the counts, of the steps, and of what margins leave. */
export type FunnelSums = { counts: { [Name in CountName]?: number }; steps: StepSums; profit?: ProfitSums }

/** How the steps of a series compare with those of its comparison group. */
export type FunnelStanding = { usual: { [Step in StepName]?: number }; leak: Leak | null }

/** The column of a step's end: one of the counts, or a sum that every row has. */
const columnOf = (name: string): string =>
  (countNames as string[]).includes(name) ? `c."${name}"` : `o.${name}::float8`

const sumOfCount = (name: CountName): string => `'${name}', sum(c."${name}")`

/** Both ends of a step are summed over the same rows: those that have both. */
const sumOfStep = (step: StepName): string => {
  const [of, reached] = stepCounts[step].map(columnOf)
  return `'${step}', case when count(${of} + ${reached}) > 0 then jsonb_build_array(
      sum(${of}) filter (where ${reached} is not null), sum(${reached}) filter (where ${of} is not null)) end`
}

const HAS_MARGIN = `filter (where c."${MARGIN}" is not null)`
const SUM_OF_PROFIT = `case when count(c."${MARGIN}") > 0 then jsonb_build_array(
      sum(o.spend) ${HAS_MARGIN}, sum(o.revenue) ${HAS_MARGIN}, sum(c."${MARGIN}")) end`

/**
 * A query in brackets, of one column `funnel`: the sums over the rows of a series that meet the condition, as
 * `FunnelSums`. No row when none of its current rows has counts.
 */
export const funnelSums = (seriesId: string, condition: string): string => `(
  select jsonb_strip_nulls(jsonb_build_object(
    'counts', jsonb_build_object(${countNames.map(sumOfCount)}),
    'steps', jsonb_build_object(${stepNames.map(sumOfStep)}),
    'profit', ${SUM_OF_PROFIT})) as funnel
  from observations o
    cross join lateral jsonb_to_record(case when ${condition} then o.counts end)
      as c(${[...countNames, MARGIN].map((name) => `"${name}" float8`)})
  where o.series_id = ${seriesId} and o.is_current and o.counts is not null
  having count(*) > 0)`

/** Each series is read by itself, as its other sums are. Unchanged rows are not written. */
const REFRESH = `
  update series set funnel = t.funnel
  from unnest($1::text[]) as wanted(id)
    left join lateral ${funnelSums('wanted.id', `o.day > $2::date - ${RECENT_DAYS}`)} t on true
  where series.id = wanted.id and series.funnel is distinct from t.funnel`

/** Recomputes the sums of the counts of series from their current rows, as of today. */
export async function sumFunnels(tx: Tx, ids: string[], today: string): Promise<void> {
  if (ids.length > 0) await tx.row(REFRESH, [ids, today])
}

/** Brings these sums of series to today. Only a report can give counts to a series that has none. */
export async function refreshFunnels(tx: Tx, memory: Memory, ids: string[]): Promise<void> {
  const counted = await tx.rows<{ id: string }>(
    `select id from series where id = any($1::text[]) and funnel is not null`,
    [ids],
  )
  await sumFunnels(
    tx,
    counted.map(({ id }) => id),
    memory.today,
  )
}

/**
 * Of all readings, not only of those that count: who reads a day again does not repeat its test. A newer
 * reading of the same day that has a test replaces it. What the ad spent in the days of the test is known
 * where each of them has a row.
 */
const REFRESH_LIFT_TESTS = `
  update series set lift_test = t.lift_test
  from unnest($1::text[]) as wanted(id)
    left join lateral (
      select tested.lift_test || jsonb_build_object('until', tested.day, 'source', tested.source,
        'spend', during.spend, 'revenue', during.revenue, 'conversions', during.conversions) as lift_test
      from (
        select * from observations o where o.series_id = wanted.id and o.lift_test is not null
        order by o.day desc, o.fetched_at desc, o.received_at, o.report_id, o.row_no limit 1
      ) tested left join lateral (
        select sum(spend)::float8 as spend, sum(revenue)::float8 as revenue,
          sum(conversions)::float8 as conversions
        from observations o
        where o.series_id = wanted.id and o.is_current
          and o.day between (tested.lift_test ->> 'since')::date and tested.day
        having count(*) = tested.day - (tested.lift_test ->> 'since')::date + 1
      ) during on true
    ) t on true
  where series.id = wanted.id and series.lift_test is distinct from t.lift_test`

/** Finds the lift tests of series in their rows again. */
export async function refreshLiftTests(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.row(REFRESH_LIFT_TESTS, [ids])
}
