import type { Rows } from '#platform/db'
import type { ErrorClass, Handle } from '#platform/providers'
import { RUN_GRACE_MS, type Wait } from '#production/timing'

export type Accepted = {
  id: string
  submitTry: number
  handle: Handle
  expectedCostMicros: number | null
  wait: Wait
}

/**
 * Records what was bought, also when the media is final by now: the condition is the state of the try.
 * `open`: the media is processing now, and was not before.
 */
export async function recordAccepted(
  db: Rows,
  { id, submitTry, handle, expectedCostMicros, wait }: Accepted,
): Promise<{ recorded: boolean; open: boolean }> {
  const row = await db.row<{ recorded: boolean; open: boolean }>(
    `with m as (select id from media where id = $1 for no key update), -- before its submit, as everywhere
     recorded as (
       update provider_submits s set state = 'accepted', provider_job_id = $3, handle = $7,
         expected_cost_micros = coalesce($8, s.expected_cost_micros), answered_at = clock_timestamp()
       from m where s.media_id = $1 and s.try = $2 and s.state in ('intent', 'unknown')
       returning s.media_id),
     started as (
       update media set status = 'processing',
         check_at = case when $6 then clock_timestamp() + $4 * interval '1 ms' end,
         run_due_at = clock_timestamp() + ($4 + $5) * interval '1 ms'
       where id = $1 and exists (select from recorded) and status = 'queued' returning id)
     select exists (select from recorded) as recorded, exists (select from started) as open`,
    [
      id,
      submitTry,
      handle.jobId,
      wait.checkMs,
      RUN_GRACE_MS,
      wait.isWatched,
      JSON.stringify(handle),
      expectedCostMicros,
    ],
  )
  return row ?? { recorded: false, open: false }
}

/** What became of the media, and whether a try of it has this provider job. */
export const readBought = (
  db: Rows,
  id: string,
  { jobId }: Handle,
): Promise<{ status: string; ours: boolean } | undefined> =>
  db.row(
    `select status,
       exists (select from provider_submits s where s.media_id = $1 and s.provider_job_id = $2) as ours
     from media where id = $1`,
    [id, jobId],
  )

/** The try was sent, and nothing says whether the provider has it. */
export const recordUnknown = (
  db: Rows,
  id: string,
  submitTry: number,
  expectedCostMicros: number | null,
): Promise<unknown> =>
  db.row(
    `update provider_submits set state = 'unknown', answered_at = clock_timestamp(),
       expected_cost_micros = $3
     where media_id = $1 and try = $2 and state = 'intent' returning try`,
    [id, submitTry, expectedCostMicros],
  )

/** A try that was refused, and why; null when it was not sent. */
export type RefusedTry = { submitTry: number; errorClass: ErrorClass | null }

/** Marks a try that the provider certainly did not accept. False when the try has another state by now. */
export async function markRefused(
  db: Rows,
  id: string,
  { submitTry, errorClass }: RefusedTry,
): Promise<boolean> {
  const row = await db.row(
    `update provider_submits set state = 'refused', error_class = $3, answered_at = clock_timestamp()
     where media_id = $1 and try = $2 and state in ('intent', 'unknown') returning try`,
    [id, submitTry, errorClass],
  )
  return row !== undefined
}
