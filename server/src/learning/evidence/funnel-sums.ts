import { type CountName, countNames, type StepName, stepCounts, stepNames } from '@atelier/contract'
import type { Leak, StepSums } from '#learning/statistics'
import type { Tx } from '#platform/db'
import type { Memory } from './lock-memory.ts'

/** The plain sums of a series cover this many days. Older rows count only in the weighted sums. */
export const RECENT_DAYS = 180

/** What rows count beside their sums: the sums of the counts and of the steps. */
export type FunnelSums = { counts: { [Name in CountName]?: number }; steps: StepSums }

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

/**
 * A query in brackets, of one column `funnel`: the sums over the rows of a series that meet the condition, as
 * `FunnelSums`. No row when none of its current rows has counts.
 */
export const funnelSums = (seriesId: string, condition: string): string => `(
  select jsonb_build_object(
    'counts', jsonb_strip_nulls(jsonb_build_object(${countNames.map(sumOfCount)})),
    'steps', jsonb_strip_nulls(jsonb_build_object(${stepNames.map(sumOfStep)}))) as funnel
  from observations o
    cross join lateral jsonb_to_record(case when ${condition} then o.counts end)
      as c(${countNames.map((name) => `"${name}" float8`)})
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
