import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { temporaryClasses } from '#platform/providers'
import { claimAvailable, isPaused } from '#production/routing'
import {
  claimColumns,
  claimRules,
  dueAfterClaim,
  hasTimeFor,
  offerColumn,
  partsOf,
  routesSet,
} from './claim-sql.ts'
import type { Claim } from './claim-tries.ts'
import { readNamedProviders } from './read-named-providers.ts'
import { markRefused, type RefusedTry } from './record-answer.ts'

/**
 * `refused`: the tries of the last route that are not marked yet. `onlyLater`: no route that was passed is
 * asked again; that is for another step, some time later.
 */
export type Refusals = { refused: RefusedTry[]; onlyLater: boolean }

/** `isSpent`: every route has refused the job for good, or one has rejected its content. */
export type NextRoute = { claim: Claim | undefined; isSpent: boolean }

/**
 * Claims the next route of a job whose tries were all refused, with new tries for all its parts. The lock of
 * the media comes first, as a statement of its own: whatever was claimed before is seen by the next one, so
 * two runs never claim two routes. If none can be claimed, nothing is written.
 */
export async function claimNextRoute(app: App, id: string, refusals: Refusals): Promise<NextRoute> {
  let isSpent = false
  const readNamed = () => readNamedProviders(app.db, id)
  const claim = await claimAvailable(app, readNamed, (available) =>
    app.db.transaction(async (tx) => {
      const open = await tx.row(
        `select id from media where id = $1 and status = 'queued' and deadline_at > clock_timestamp()
         for update`,
        [id],
      )
      if (!open) return undefined
      const rules = claimRules(app)
      const found = await findRoute(tx, { id, available, rules, ...refusals })
      isSpent = found?.is_spent ?? false
      if (typeof found?.route !== 'number') return undefined
      await markRefused(tx, id, refusals.refused)
      return claimRoute(tx, id, found.route, { rules, lastTry: found.last_try })
    }),
  )
  return { claim, isSpent }
}

type Found = { last_try: number; is_spent: boolean; route: number | null }
type Wanted = Refusals & { id: string; available: string[]; rules: string }

/**
 * The routes follow each other, and after the last one comes the first. Never after anything but refusals: a
 * try that was accepted, or may be, keeps the job at its provider. What was refused for its content is not
 * carried to another provider.
 */
const findRoute = (
  tx: Tx,
  { id, refused, available, rules, onlyLater }: Wanted,
): Promise<Found | undefined> =>
  tx.row<Found>(
    `with tries as (
       select s.try, s.route, coalesce(r.class, s.error_class) as class,
         s.state = 'accepted' or (s.state in ('intent', 'unknown') and r.try is null) as is_live
       from provider_submits s left join unnest($2::int[], $3::text[]) as r (try, class) on r.try = s.try
       where s.media_id = $1),
     tried as (
       select max(try) as last_try, (array_agg(route order by try desc))[1] as last_route,
         (array_agg(class order by try desc))[1] as last_class,
         bool_or(is_live) as is_live,
         bool_or(class = 'moderation') as is_rejected,
         array_agg(route) filter (where not class = any ($4)) as closed
       from tries),
     open as (
       select at - 1 as route, listed.one ->> 'provider' as provider,
         ${hasTimeFor('$7', "listed.one ->> 'provider'")} as has_time
       from media, tried, ${routesSet} as listed (one, at)
       where media.id = $1 and not is_live and is_rejected is not true
         and (at - 1 = any (closed)) is not true)
     select last_try, not is_live and not exists (select from open) as is_spent, (
         select route from open
         where provider = any ($5) and has_time and not ${isPaused('open.provider')}
           and (route > last_route or not $6)
         order by route < last_route or (route = last_route and last_class is not null), route
         limit 1)::int as route
     from tried`,
    [
      id,
      refused.map(({ submitTry }) => submitTry),
      refused.map(({ errorClass }) => errorClass),
      temporaryClasses,
      available,
      onlyLater,
      rules,
    ],
  )

/** Its tries are numbered above all earlier ones, so `(media_id, try)` stays unique. */
const claimRoute = (
  tx: Tx,
  id: string,
  route: number,
  { rules, lastTry }: { rules: string; lastTry: number },
): Promise<Claim | undefined> =>
  tx.row<Claim>(
    `with m as (
       update media set route = $2::int, provider = coalesce(routes -> $2::int ->> 'provider', provider),
         model = coalesce(routes -> $2::int ->> 'model', model),
         run_due_at = ${dueAfterClaim('$3', `coalesce(routes -> $2::int ->> 'provider', provider)`)}
       where id = $1 returning *),
     claim as (
       insert into provider_submits (media_id, part, try, route, provider, offer, state, started_at)
       select id, part, $4::int + 1 + part, route, provider, ${offerColumn}, 'intent', clock_timestamp()
       from m, ${partsOf('$3')} returning part, try)
     select ${claimColumns} from m`,
    [id, route, rules, lastTry],
  )
