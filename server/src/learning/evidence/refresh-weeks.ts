import type { Tx } from '#platform/db'
import type { Memory } from './lock-memory.ts'

/** Half a year; later weeks are one. */
const LAST_WEEK = 25

/**
 * Recomputes the sums of each week since the first row of a series. They do not depend on the day, so only a
 * report changes them. Each series is read by itself, as its other sums are.
 */
const REFRESH = `
  update series set weeks = t.weeks
  from unnest($1::text[]) as wanted(id) cross join lateral (
    select jsonb_agg(jsonb_build_array(week, days, spend, impressions, clicks, conversions) order by week)
      as weeks
    from (
      select least(${LAST_WEEK}, (day - first_day) / 7) as week, count(*) as days, sum(spend) as spend,
        sum(impressions) as impressions, sum(clicks) as clicks, sum(conversions) as conversions
      from (
        select *, min(day) over () as first_day from observations
        where series_id = wanted.id and is_current
      ) current_rows
      group by 1
    ) by_week
  ) t
  where series.id = wanted.id`

export const refreshWeeks = async (tx: Tx, ids: string[]): Promise<void> => {
  if (ids.length > 0) await tx.row(REFRESH, [ids])
}

/** For series whose rows were reported before their weeks were kept. */
export async function completeWeeks(tx: Tx, memory: Memory, productId?: string): Promise<void> {
  const ofProduct = productId === undefined ? '' : 'and product_id = $2'
  const found = await tx.rows<{ id: string }>(
    `select id from series where memory_id = $1 ${ofProduct} and weeks is null and days > 0`,
    [memory.id, ...(productId === undefined ? [] : [productId])],
  )
  await refreshWeeks(
    tx,
    found.map(({ id }) => id),
  )
}
