import type { App } from '#platform/app'
import type { Route } from '#platform/providers'
import type { Input, MediaRow } from '#production/media'
import { CLAIM_MS, claimMsOf, RUN_GRACE_MS } from '#production/timing'

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
> & { mask: Input | null; provider: string; routes: Route[] | null }

/** A try that was recorded and is to be sent now, by the run that claimed it. */
export type ClaimedTry = { part: number; try: number }

export type Claim = RequestedMedia & {
  status: 'queued' | 'processing'
  inputs_ready: boolean
  mode: string
  age_ms: number
  left_ms: number
  /** Null when an earlier try is live or none may be sent yet. */
  tries: ClaimedTry[] | null
}

const claimColumns = `m.id, m.mode, m.status, m.kind, m.prompt, m.provider, m.model, m.routes, m.size,
  m.orientation, m.resolution, m.duration_seconds, m.n, m.inputs, m.mask, m.inputs_ready,
  (extract(epoch from clock_timestamp() - m.created_at) * 1000)::int as age_ms,
  (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms,
  (select jsonb_agg(jsonb_build_object('part', part, 'try', try) order by part) from claim) as tries`

/** What a claim must know of each provider, by its name: the media names its provider. */
export const claimRules = ({ providers }: App): string =>
  JSON.stringify(
    Object.fromEntries(
      providers.list.map((one) => [one.name, { claimMs: claimMsOf(one), files: one.filesPerJob }]),
    ),
  )

/** In SQL: the time by which a run that may send a try to `provider` will have written again. */
export const dueAfterClaim = (rules: string): string =>
  `clock_timestamp() +
     (coalesce((${rules}::jsonb -> provider -> 'claimMs')::int, ${CLAIM_MS}) + ${RUN_GRACE_MS})
     * interval '1 ms'`

/**
 * Claims the first try of each part, unless the user has as many jobs running as the operator allows: then
 * the job waits, `queued`. The count is not locked, so concurrent claims may exceed it by their number.
 */
export const claimFirstTries = (app: App, id: string, wakeToken: string | null): Promise<Claim | undefined> =>
  app.db.row<Claim>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token), run_due_at = ${dueAfterClaim('$3')}
       where id = $1 and status in ('queued', 'processing') returning *),
     claim as (
       insert into provider_submits (media_id, part, try, provider, state, started_at)
       select id, part, part + 1, provider, 'intent', clock_timestamp()
       from m, generate_series(0, (n - 1) / coalesce(($3::jsonb -> provider -> 'files')::int, n)) part
       where status = 'queued' and inputs_ready and deadline_at > clock_timestamp()
         and count_running(user_id, mode, $4) < $4
       on conflict do nothing returning part, try)
     select ${claimColumns} from m`,
    [id, wakeToken, claimRules(app), app.config.runningJobsPerUser],
  )

/** `try`: the last one of the part, which is given up. `parts`: how many the job has. */
export type NextTry = { try: number; parts: number }

/**
 * Gives up the last try of a part and claims the next one in one statement. A run that loses the race sends
 * nothing. Tries are numbered through all parts, in steps of their number, so two parts never want the same.
 */
export const claimNextTry = (app: App, id: string, last: NextTry): Promise<Claim | undefined> =>
  app.db.row<Claim>(
    `with m as (
       select * from media where id = $1 and status in ('queued', 'processing')
         and deadline_at > clock_timestamp() for update),
     given_up as (
       update provider_submits s set state = case s.state when 'refused' then 'refused' else 'abandoned' end
       from m where s.media_id = $1 and s.try = $2 and s.state in ('intent', 'unknown', 'refused')
         and s.ended_at is null and not exists (
           select from provider_submits later
           where later.media_id = $1 and later.part = s.part and later.try > $2)
       returning s.provider, s.part),
     claim as (
       insert into provider_submits (media_id, part, try, provider, state, started_at)
       select $1, part, $2::int + $3, provider, 'intent', clock_timestamp() from given_up
       on conflict do nothing returning part, try)
     select ${claimColumns} from m where exists (select from claim)`,
    [id, last.try, last.parts],
  )
