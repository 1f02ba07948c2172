import type { Tx } from '#platform/db'
import type { Reading } from './reading.ts'

/**
 * For each reading whether it is current, the ids of the rows that no longer are, and the counts that the
 * report returns.
 */
export type CurrentRowChoice = {
  isCurrent: boolean[]
  replacedRowIds: number[]
  accepted: number
  replaced: number
  ignored: number
}

/** A stored row that counts until a newer reading of the same day arrives. */
export type CurrentRow = Precedence & { id: number; series_id: string; day: string }

/** What decides between readings of the same day. See `takesPrecedence`. */
type Precedence = { fetched_at: Date; received_at: Date; report_id: string; row_no: number }

/** Identifies what has at most one current row: a day of an ad, for one conversion type and attribution. */
export type DayKey = string

/**
 * Chooses the current row of each day: the one with the newest `fetchedAt`; on a tie the one received first.
 * The stored current row already won against all earlier ones, so new readings are compared only with it. It
 * may belong to another series, when the currency has changed. `dayKeys` holds the day of each reading;
 * `current` holds the rows that counted until now.
 */
export function chooseCurrentRows(
  readings: Reading[],
  dayKeys: DayKey[],
  current: Map<DayKey, CurrentRow>,
): CurrentRowChoice {
  const best = new Map<DayKey, { precedence: Precedence; at: number | null }>()
  for (const [key, row] of current)
    best.set(key, { precedence: { ...row, fetched_at: readAt(row.fetched_at, row.received_at) }, at: null })
  const counts = { accepted: 0, replaced: 0, ignored: 0 }
  for (const [at, reading] of readings.entries()) {
    const key = dayKeys[at] as DayKey
    const previous = best.get(key)
    const precedence = precedenceOf(reading)
    if (previous && !takesPrecedence(precedence, previous.precedence)) counts.ignored++
    else {
      counts[previous ? 'replaced' : 'accepted']++
      best.set(key, { precedence, at })
    }
  }
  const currentIndexes = new Set([...best.values()].map(({ at }) => at))
  const isCurrent = readings.map((_, at) => currentIndexes.has(at))
  const replacedRowIds = [...current].flatMap(([key, { id }]) => (best.get(key)?.at === null ? [] : [id]))
  return { isCurrent, replacedRowIds, ...counts }
}

/**
 * Nothing is read after it arrived. A clock that is ahead would keep its reading from being corrected. Rows
 * that the release before stored may still say so.
 */
const readAt = (fetchedAt: Date, receivedAt: Date): Date =>
  new Date(Math.min(fetchedAt.getTime(), receivedAt.getTime()))

export const precedenceOf = ({ row, receivedAt, reportId, rowNo }: Reading): Precedence => ({
  fetched_at: readAt(new Date(row.fetchedAt), receivedAt),
  received_at: receivedAt,
  report_id: reportId,
  row_no: rowNo,
})

/**
 * Newest `fetched_at` first, then earliest `received_at`, then the lower report id and row number. A total
 * order, so the result does not depend on the order of arrival.
 */
function takesPrecedence(one: Precedence, other: Precedence): boolean {
  const newer = Number(one.fetched_at) - Number(other.fetched_at)
  if (newer !== 0) return newer > 0
  const later = Number(one.received_at) - Number(other.received_at)
  if (later !== 0) return later < 0
  return one.report_id === other.report_id ? one.row_no < other.row_no : one.report_id < other.report_id
}

/** The same rule in SQL, for all rows of an ad, after two ads were merged. */
export async function chooseCurrentRowsOfAd(tx: Tx, adId: number): Promise<void> {
  await tx.row(
    `update observations o set is_current = false from series s
     where s.ad_id = $1 and o.series_id = s.id and o.is_current`,
    [adId],
  )
  await tx.row(
    `update observations set is_current = true where id in (
       select distinct on (s.conversion_type, s.attribution, o.day) o.id
       from series s join observations o on o.series_id = s.id and not o.is_current where s.ad_id = $1
       order by s.conversion_type, s.attribution, o.day, least(o.fetched_at, o.received_at) desc,
         o.received_at, o.report_id, o.row_no)`,
    [adId],
  )
}
