import type { Rows } from '#platform/db'

/** The windows of new jobs, in milliseconds. */
export type Windows = { image: number; video: number; imageTest: number; videoTest: number }

/**
 * Open jobs whose windows close within each of the given ones; those that no run has begun for more than a
 * second; those whose run has not written when it had announced it.
 */
export type OpenJobs = Windows & { notBegun: number; late: number }

/** More open jobs than this are not counted: nothing is decided differently above it. */
const COUNTED_MAX = 20_000

export async function countOpenJobs(db: Rows, windows: Windows): Promise<OpenJobs> {
  const row = await db.row<OpenJobs>(
    `with clock as materialized (select clock_timestamp() as at),
     open as (
       select deadline_at, status, wake_token, created_at, run_due_at from media
       where status in ('queued', 'processing') order by deadline_at limit ${COUNTED_MAX})
     select count(*) filter (where deadline_at <= at + $1 * interval '1 ms')::int as image,
       count(*) filter (where deadline_at <= at + $2 * interval '1 ms')::int as video,
       count(*) filter (where deadline_at <= at + $3 * interval '1 ms')::int as "imageTest",
       count(*) filter (where deadline_at <= at + $4 * interval '1 ms')::int as "videoTest",
       (count(*) filter (where status = 'queued' and wake_token is null
          and created_at < at - interval '1 s'))::int as "notBegun",
       count(*) filter (where run_due_at < at)::int as late
     from open cross join clock`,
    [windows.image, windows.video, windows.imageTest, windows.videoTest],
  )
  return row as OpenJobs
}
