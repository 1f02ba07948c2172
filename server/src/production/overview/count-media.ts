import type { DaysQuery, MediaDay } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type Period, readPeriod } from './read-period.ts'

/** The jobs and files of each UTC day, by key. Erased media are counted: they were made and paid. */
export async function countMedia(
  db: Rows,
  owner: Owner,
  query: DaysQuery,
): Promise<Period & { days: MediaDay[] }> {
  const period = readPeriod(query)
  const days = await db.rows<MediaDay>(
    `select (created_at at time zone 'utc')::date::text as day, key_id as "keyId",
       count(*) filter (where parent_id is null) as jobs,
       count(*) filter (where status = 'completed' and kind = 'image') as images,
       count(*) filter (where status = 'completed' and kind = 'video') as videos,
       count(*) filter (where status = 'failed') as failed,
       count(*) filter (where status = 'stalled') as stalled,
       count(*) filter (where status in ('queued', 'processing')) as waiting
     from media where user_id = $1 and mode = $2 and created_at >= $3::timestamptz
       and created_at < $4::timestamptz + interval '1 day'
     group by 1, 2 order by 1, 2 nulls first`,
    [owner.userId, owner.mode, `${period.since}Z`, `${period.until}Z`],
  )
  return { ...period, days }
}
