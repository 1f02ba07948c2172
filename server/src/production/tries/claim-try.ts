import type { App } from '#platform/app'
import type { Input, MediaRow } from '#production/media'
import { CLAIM_MS, RUN_GRACE_MS } from '#production/timing'

/** The columns of a media that a provider request is made from. */
export type RequestedMedia = Pick<
  MediaRow,
  | 'id'
  | 'kind'
  | 'prompt'
  | 'model'
  | 'size'
  | 'orientation'
  | 'resolution'
  | 'duration_seconds'
  | 'n'
  | 'inputs'
> & { mask: Input | null }

export type Claim = RequestedMedia & {
  status: 'queued' | 'processing'
  inputs_ready: boolean
  mode: string
  age_ms: number
  left_ms: number
  /** The try that this run has to send; null when an earlier one is live or none may be sent yet. */
  try: number | null
}

const claimColumns = `m.id, m.mode, m.status, m.kind, m.prompt, m.model, m.size, m.orientation,
  m.resolution, m.duration_seconds, m.n, m.inputs, m.mask, m.inputs_ready,
  (extract(epoch from clock_timestamp() - m.created_at) * 1000)::int as age_ms,
  (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms`

/**
 * Claims the first try, unless the user has as many jobs running as the operator allows: then the job waits,
 * `queued`. The count is not locked, so concurrent claims may exceed the limit by their number.
 */
export const claimFirstTry = (app: App, id: string, wakeToken: string | null): Promise<Claim | undefined> =>
  app.db.row<Claim>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status in ('queued', 'processing') returning *),
     claim as (
       insert into provider_submits (media_id, try, provider, state, started_at)
       select id, 1, provider, 'intent', clock_timestamp() from m
       where status = 'queued' and inputs_ready and deadline_at > clock_timestamp()
         and count_running(user_id, mode, $4) < $4
       on conflict do nothing returning try)
     select ${claimColumns}, (select try from claim) from m`,
    [id, wakeToken, CLAIM_MS + RUN_GRACE_MS, app.config.runningJobsPerUser],
  )

/** Gives up the old try and claims the next one in one statement. A run that loses the race sends nothing. */
export const claimNextTry = (app: App, id: string, lastTry: number): Promise<Claim | undefined> =>
  app.db.row<Claim>(
    `with m as (
       select * from media where id = $1 and status = 'queued' and deadline_at > clock_timestamp()
       for update),
     given_up as (
       update provider_submits s set state = case s.state when 'refused' then 'refused' else 'abandoned' end
       from m where s.media_id = $1 and s.try = $2 and s.state in ('intent', 'unknown', 'refused')
         and not exists (select from provider_submits later where later.media_id = $1 and later.try > $2)
       returning s.provider),
     claim as (
       insert into provider_submits (media_id, try, provider, state, started_at)
       select $1, $2::int + 1, provider, 'intent', clock_timestamp() from given_up
       on conflict do nothing returning try)
     select ${claimColumns}, claim.try from m, claim`,
    [id, lastTry],
  )
