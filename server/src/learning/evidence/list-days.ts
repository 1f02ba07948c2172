import { isIdOf, type ResultDay } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** More than a year: the days of a series that are shown. */
const DAYS_SHOWN = 400

type DayRow = Omit<ResultDay, 'fetchedAt'> & { fetched_at: Date }

/** The reading that counts for each day of a series, oldest first; undefined when there is no such series. */
export async function listDays(db: Rows, owner: Owner, seriesId: string): Promise<ResultDay[] | undefined> {
  if (!isIdOf('history', seriesId)) return undefined
  const series = await db.row(
    `select id from series where id = $1
       and memory_id = (select id from memories where user_id = $2 and mode = $3)`,
    [seriesId, owner.userId, owner.mode],
  )
  if (!series) return undefined
  const rows = await db.rows<DayRow>(
    `select day::text, spend::float8, impressions, clicks, conversions::float8, revenue::float8, source,
       fetched_at
     from observations where series_id = $1 and is_current
     order by observations.day desc limit ${DAYS_SHOWN}`,
    [seriesId],
  )
  return rows.toReversed().map(({ fetched_at, ...row }) => ({ ...row, fetchedAt: fetched_at.toISOString() }))
}
