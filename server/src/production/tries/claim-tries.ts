import type { App } from '#platform/app'
import type { Route } from '#platform/providers'
import type { Input, MediaRow } from '#production/media'
import { claimAgain, claimAvailable, isPaused } from '#production/routing'
import {
  claimColumns,
  claimRules,
  dueAfterClaim,
  hasTimeFor,
  offerColumn,
  partsOf,
  routesSet,
} from './claim-sql.ts'
import { readNamedProviders } from './read-named-providers.ts'

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
> & { mask: Input | null; provider: string; route: number | null; routes: Route[] | null }

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

/**
 * Claims the first try of each part, by the first route whose provider takes jobs now and could still make
 * this one. Without one, or when the user has as many jobs running as the operator allows, the job waits,
 * `queued`. That count is not locked, so concurrent claims may exceed it by their number. Only the statement
 * that sets `route` claims: one that waited for it finds it set.
 */
export const claimFirstTries = (app: App, id: string, wakeToken: string | null): Promise<Claim | undefined> =>
  claimAvailable(
    app,
    () => readNamedProviders(app.db, id),
    (available) =>
      app.db.row<Claim>(
        `with m as (
         update media set wake_token = coalesce($2, wake_token),
           (provider, model, route, run_due_at) = (
             select coalesce(chosen.provider, media.provider), coalesce(chosen.model, media.model),
               coalesce(media.route, chosen.position),
               ${dueAfterClaim('$3', 'coalesce(chosen.provider, media.provider)')}
             from (select) one left join lateral (
               select at - 1 as position, listed.one ->> 'provider' as provider,
                 listed.one ->> 'model' as model
               from ${routesSet} as listed (one, at)
               where media.route is null and media.status = 'queued' and media.inputs_ready
                 and ${hasTimeFor('$3', "listed.one ->> 'provider'")} and listed.one ->> 'provider' = any ($5)
                 and not ${isPaused("listed.one ->> 'provider'")}
                 and count_running(media.user_id, media.mode, $4) < $4
               order by at limit 1) chosen on true)
         where id = $1 and status in ('queued', 'processing')
         returning media.*, old.route is null and new.route is not null as is_claimed),
       claim as (
         insert into provider_submits (media_id, part, try, route, provider, offer, state, started_at)
         select id, part, part + 1, route, provider, ${offerColumn}, 'intent', clock_timestamp()
         from m, ${partsOf('$3')} where is_claimed
         on conflict do nothing returning part, try)
       select ${claimColumns} from m`,
        [id, wakeToken, claimRules(app), app.config.runningJobsPerUser, available],
      ),
  )

/** `try`: the last one of the part, which is given up. `parts`: how many the job has. */
export type NextTry = { provider: string; try: number; parts: number }

/**
 * Gives up the last try of a part and claims the next one, at the same provider. The media is locked by a
 * statement of its own, so that the next one sees what others claimed before. Tries are numbered through all
 * parts, in steps of their number, so two parts never want the same.
 */
export const claimNextTry = (app: App, id: string, last: NextTry): Promise<Claim | undefined> =>
  claimAgain(app, last.provider, () =>
    app.db.transaction(async (tx) => {
      const open = await tx.row(
        `select id from media where id = $1 and status in ('queued', 'processing')
           and ${hasTimeFor('$3', '$2::text')} and not ${isPaused('$2')} for update`,
        [id, last.provider, claimRules(app)],
      )
      if (!open) return undefined
      return tx.row<Claim>(
        `with m as (select * from media where id = $1),
         given_up as (
           update provider_submits s
           set state = case s.state when 'refused' then 'refused' else 'abandoned' end
           where s.media_id = $1 and s.try = $2 and s.state in ('intent', 'unknown', 'refused')
             and s.ended_at is null and not exists (
               select from provider_submits later where later.media_id = $1 and later.try > $2
                 and (later.part = s.part or later.route <> s.route))
           returning s.provider, s.part, s.route, s.offer),
         claim as (
           insert into provider_submits (media_id, part, try, route, provider, offer, state, started_at)
           select $1, part, $2::int + $3, route, provider, offer, 'intent', clock_timestamp() from given_up
           on conflict do nothing returning part, try)
         select ${claimColumns} from m where exists (select from claim)`,
        [id, last.try, last.parts],
      )
    }),
  )
