import type { Rows } from '#platform/db'

/** The windows of new jobs, in milliseconds. */
export type Windows = { image: number; video: number; imageTest: number; videoTest: number }

/**
 * Open jobs whose windows close within each of the given ones; all open videos; those that no run has begun
 * for more than a second; those whose run has not written when it had announced it; of these, those that no
 * run has begun.
 */
export type OpenJobs = Windows & { videos: number; notBegun: number; late: number; neverBegun: number }

/** The condition of a job that no run has begun in time, as when a killed api did not start it. */
export const neverBegun = (at: string): string =>
  `status = 'queued' and wake_token is null and run_due_at < ${at}`

/** More open jobs than this are not counted: nothing is decided differently above it. */
const COUNTED_MAX = 20_000

export async function countOpenJobs(db: Rows, windows: Windows): Promise<OpenJobs> {
  const row = await db.row<OpenJobs>(
    `with clock as materialized (select clock_timestamp() as at),
     open as (
       select kind, deadline_at, status, wake_token, created_at, run_due_at from media
       where status in ('queued', 'processing') order by deadline_at limit ${COUNTED_MAX})
     select count(*) filter (where deadline_at <= at + $1 * interval '1 ms')::int as image,
       count(*) filter (where deadline_at <= at + $2 * interval '1 ms')::int as video,
       count(*) filter (where deadline_at <= at + $3 * interval '1 ms')::int as "imageTest",
       count(*) filter (where deadline_at <= at + $4 * interval '1 ms')::int as "videoTest",
       count(*) filter (where kind = 'video')::int as videos,
       (count(*) filter (where status = 'queued' and wake_token is null
          and created_at < at - interval '1 s'))::int as "notBegun",
       count(*) filter (where run_due_at < at)::int as late,
       count(*) filter (where ${neverBegun('at')})::int as "neverBegun"
     from open cross join clock`,
    [windows.image, windows.video, windows.imageTest, windows.videoTest],
  )
  return row as OpenJobs
}
