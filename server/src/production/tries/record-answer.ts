import type { Rows } from '#platform/db'
import type { ErrorClass, Handle } from '#platform/providers'
import { KEEP_FILES_MS, RUN_GRACE_MS, type Wait } from '#production/timing'

export type Accepted = {
  id: string
  submitTry: number
  handle: Handle
  expectedCostMicros?: number | undefined
  reportedCostMicros?: number | undefined
  wait: Wait
}

/**
 * Records what was bought, also when the media is final by now: the condition is the state of the try. Then
 * nobody waits for it, and a worker cancels it.
 * `open`: the media is processing now, and was not before.
 */
export async function recordAccepted(
  db: Rows,
  { id, submitTry, handle, expectedCostMicros, reportedCostMicros, wait }: Accepted,
): Promise<{ recorded: boolean; open: boolean }> {
  const row = await db.row<{ recorded: boolean; open: boolean }>(
    `with m as ( -- before its submit, as everywhere
       select id, status in ('queued', 'processing') as is_wanted from media where id = $1
       for no key update),
     recorded as (
       update provider_submits s set state = 'accepted', provider_job_id = $3, handle = $7,
         expected_cost_micros = coalesce($8, s.expected_cost_micros), reported_cost_micros = $9,
         error_class = null, ended_at = null, answered_at = clock_timestamp(),
         cancel_at = case when not m.is_wanted then clock_timestamp() end
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
      expectedCostMicros ?? null,
      reportedCostMicros ?? null,
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

/**
 * The provider answered with files, which are stored now. Until then nobody takes the try for lost, and the
 * job is not stalled: its result was seen.
 */
export const recordAnswered = (db: Rows, id: string, submitTry: number): Promise<unknown> =>
  db.row(
    `with m as (
       update media set run_due_at = clock_timestamp() + $3 * interval '1 ms',
         result_seen_at = coalesce(result_seen_at, clock_timestamp())
       where id = $1 and status in ('queued', 'processing') returning id)
     update provider_submits s set answered_at = clock_timestamp()
     from m where s.media_id = m.id and s.try = $2 and s.state = 'intent' returning s.try`,
    [id, submitTry, KEEP_FILES_MS + RUN_GRACE_MS],
  )

/** The try was sent, and nothing says whether the provider has it. */
export const recordUnknown = (
  db: Rows,
  id: string,
  submitTry: number,
  expectedCostMicros: number | undefined,
): Promise<unknown> =>
  db.row(
    `update provider_submits set state = 'unknown', answered_at = clock_timestamp(),
       expected_cost_micros = coalesce($3, expected_cost_micros)
     where media_id = $1 and try = $2 and state = 'intent' returning try`,
    [id, submitTry, expectedCostMicros ?? null],
  )

/** Notes what a try without an answer costs if the provider has it: the worker that sent it may be dead. */
export const notePossibleCost = (
  db: Rows,
  id: string,
  submitTry: number,
  expectedCostMicros: number,
): Promise<unknown> =>
  db.row(
    `update provider_submits set expected_cost_micros = $3
     where media_id = $1 and try = $2 and state in ('intent', 'unknown') and expected_cost_micros is null
     returning try`,
    [id, submitTry, expectedCostMicros],
  )

/**
 * Closes a try whose answer is lost for good. It stays `unknown`: it may have been bought, so its part is
 * never sent again, and what it may cost stays in the books.
 */
export const closeLost = (
  db: Rows,
  id: string,
  submitTry: number,
  expectedCostMicros?: number,
): Promise<unknown> =>
  db.row(
    `update provider_submits set state = 'unknown', error_class = 'unknown', ended_at = clock_timestamp(),
       expected_cost_micros = coalesce($3, expected_cost_micros)
     where media_id = $1 and try = $2 and state in ('intent', 'unknown') and ended_at is null returning try`,
    [id, submitTry, expectedCostMicros ?? null],
  )

/** A try that was refused, and why; null when it was not sent. */
export type RefusedTry = { submitTry: number; errorClass: ErrorClass | null }

/** Marks tries that the provider certainly did not accept. False when one has another state by now. */
export async function markRefused(db: Rows, id: string, refused: RefusedTry[]): Promise<boolean> {
  const rows = await db.rows(
    `update provider_submits s set state = 'refused', error_class = r.class, answered_at = clock_timestamp()
     from unnest($2::int[], $3::text[]) as r (try, class)
     where s.media_id = $1 and s.try = r.try and s.state in ('intent', 'unknown') returning s.try`,
    [id, refused.map(({ submitTry }) => submitTry), refused.map(({ errorClass }) => errorClass)],
  )
  return rows.length === refused.length
}

/** The provider wants the next try later than a run usually sends it. */
export const postpone = (db: Rows, id: string, waitMs: number): Promise<unknown> =>
  db.row(
    `update media set run_due_at = clock_timestamp() + $2 * interval '1 ms'
     where id = $1 and status = 'queued' returning id`,
    [id, waitMs + RUN_GRACE_MS],
  )

/** How parts of a job ended: with their files, or with an error. */
export type EndedTry = { try: number; errorClass: ErrorClass | null; costMicros: number | null }

export const markEnded = (db: Rows, id: string, ended: EndedTry[]): Promise<unknown> =>
  db.rows(
    `update provider_submits s set ended_at = clock_timestamp(), error_class = e.class,
       reported_cost_micros = coalesce(e.cost, s.reported_cost_micros)
     from unnest($2::int[], $3::text[], $4::bigint[]) as e (try, class, cost)
     where s.media_id = $1 and s.try = e.try and s.state = 'accepted' and s.ended_at is null returning s.try`,
    [
      id,
      ended.map((one) => one.try),
      ended.map(({ errorClass }) => errorClass),
      ended.map(({ costMicros }) => costMicros),
    ],
  )
