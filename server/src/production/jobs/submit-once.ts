import type { App } from '#platform/app'
import type { Sent } from '#platform/engine'
import type { Provider } from '#platform/providers'
import { callbackUrl } from './callback.ts'
import { describeOrder, type Ordered } from './describe-order.ts'
import { fetchInputs } from './fetch-inputs.ts'
import { markRefused, settleFailed, settleStalled } from './settle.ts'

/**
 * One POST may take this long; until it has passed, a claim without an answer may still be under way
 * somewhere.
 */
const POST_MS = 8_000
const CLAIM_MS = POST_MS + 1_000
const CHECK_SOON_MS = 300
/** A fresh job announces its end by a callback; this is for the case that the callback is lost. */
const FIRST_CHECK_MS = 5_000
/** A job found again may have ended, and called back, while nobody listened. */
const CHECK_NOW_MS = 0
const TRY_AGAIN_MS = 2_000
/**
 * How much later than its window a job is stalled whose provider cannot be asked: it may have finished long
 * ago.
 */
export const LAST_CHECK_GRACE_MS = 30_000
/** Beyond the next wake-up the run is given this long before the tick takes it for dead. */
export const RUN_GRACE_MS = 10_000

type Claim = Ordered & {
  status: 'queued' | 'processing'
  inputs_ready: boolean
  age_ms: number
  /** The number of the try that is ours to send; null when an earlier one stands, or none may be sent yet. */
  try: number | null
}

/** The first step of a run: claim the intent, POST once, write the provider's id. */
export async function submitOnce(
  app: App,
  id: string,
  wakeToken: string | null,
  somebodyWaits: boolean,
): Promise<Sent> {
  const claim = await claimFirstTry(app, id, wakeToken)
  if (!claim) return { kind: 'over' }
  if (claim.try !== null) return post(app, claim, somebodyWaits)
  if (claim.status === 'processing') return { kind: 'accepted', waitMs: CHECK_NOW_MS }
  // The caller is answered before any address that it gave is opened: that is the next step's work.
  if (!claim.inputs_ready) return { kind: 'unknown', waitMs: CHECK_NOW_MS }
  return reconcile(app, id, wakeToken)
}

/**
 * When it is not known whether the provider took a try: ask it by our own id. Only what it certainly does not
 * have, and what can no longer be under way, is sent again, as a new try that is written down first.
 */
export async function reconcile(app: App, id: string, wakeToken: string | null): Promise<Sent> {
  const last = await readLastTry(app, id, wakeToken)
  if (!last) return { kind: 'over' }
  if (last.state === 'accepted') return { kind: 'accepted', waitMs: CHECK_NOW_MS }
  const certain = last.state === null || last.state === 'refused'
  if (!certain) {
    const find = app.providers.named(last.provider)?.find
    const lookup = find ? await find(id) : { kind: 'unreachable' as const }
    if (lookup.kind === 'found') return accept(app, id, last.try, lookup.jobId, CHECK_NOW_MS)
    const patient = find && lookup.kind === 'unreachable' && last.left_ms > -LAST_CHECK_GRACE_MS
    if (!patient && (await settleStalled(app.db, id, 'looked at now'))) return { kind: 'over' }
    const mayBeUnderWay = last.age_ms < CLAIM_MS
    if (lookup.kind === 'unreachable' || mayBeUnderWay) return { kind: 'unknown', waitMs: TRY_AGAIN_MS }
  }
  if (await settleStalled(app.db, id, 'looked at now')) return { kind: 'over' }
  if (!last.inputs_ready && !(await fetchInputs(app, id))) return { kind: 'over' }
  const claim =
    last.state === null ? await claimFirstTry(app, id, wakeToken) : await claimNextTry(app, id, last.try)
  if (claim?.try == null) return { kind: 'unknown', waitMs: TRY_AGAIN_MS }
  return post(app, claim, false)
}

async function post(app: App, claim: Claim, somebodyWaits: boolean): Promise<Sent> {
  const { id } = claim
  const submitTry = claim.try as number
  const provider = app.providers.of(claim.model) as Provider
  const order = await describeOrder(app, claim, callbackUrl(app, provider.name, id))
  const sentAt = performance.now()
  const answer = await provider.submit(order, POST_MS)
  switch (answer.kind) {
    case 'accepted':
      return accept(app, id, submitTry, answer.jobId, FIRST_CHECK_MS)
    case 'refused': {
      // Once the caller has its 201 the job is acknowledged, and worth another try within its window.
      const acknowledged =
        !somebodyWaits || claim.age_ms + (performance.now() - sentAt) > app.config.submitWaitMs
      const gone = answer.why === 'unavailable' && acknowledged
      if (gone) await markRefused(app.db, id, submitTry)
      if (gone) return { kind: 'unknown', waitMs: TRY_AGAIN_MS }
      const errorCode = answer.why === 'rejected' ? 'content_rejected' : 'provider_error'
      await settleFailed(app.db, id, { errorCode, message: answer.message }, submitTry)
      return { kind: 'over' }
    }
    case 'unknown':
      await app.db.row(
        `update provider_submits set state = 'unknown', answered_at = clock_timestamp()
         where media_id = $1 and try = $2 and state = 'intent' returning try`,
        [id, submitTry],
      )
      return { kind: 'unknown', waitMs: CHECK_SOON_MS }
    default:
      return answer satisfies never
  }
}

/** Writes what was bought, also when the media was settled meanwhile: the submit's own state is the guard. */
async function accept(app: App, id: string, submitTry: number, jobId: string, waitMs: number): Promise<Sent> {
  const row = await app.db.row<{ recorded: boolean; open: boolean }>(
    `with m as (select id from media where id = $1 for no key update), -- media before submit, as everywhere
     kept as (
       update provider_submits s set state = 'accepted', provider_job_id = $3, answered_at = clock_timestamp()
       from m where s.media_id = m.id and s.try = $2 and s.state in ('intent', 'unknown')
       returning s.media_id),
     started as (
       update media set status = 'processing', run_due_at = clock_timestamp() + $4 * interval '1 ms'
       where id = (select media_id from kept) and status = 'queued' returning id)
     select exists (select from kept) as recorded, exists (select from started) as open`,
    [id, submitTry, jobId, RUN_GRACE_MS],
  )
  if (row?.open) return { kind: 'accepted', waitMs }
  const now = await app.db.row<{ status: string; ours: boolean }>(
    `select status,
       exists (select from provider_submits s where s.media_id = $1 and s.provider_job_id = $2) as ours
     from media where id = $1`,
    [id, jobId],
  )
  if (!now?.ours)
    app.log.error({ media: id, providerJob: jobId }, 'a provider job was bought that no intent covers')
  return now?.status === 'processing' ? { kind: 'accepted', waitMs } : { kind: 'over' }
}

const claimColumns = `m.id, m.status, m.kind, m.prompt, m.model, m.size, m.orientation,
  m.resolution, m.duration_seconds, m.n, m.inputs, m.mask, m.inputs_ready,
  (extract(epoch from clock_timestamp() - m.created_at) * 1000)::int as age_ms`

/**
 * Claims the first try, unless the user has as many jobs running as the operator allows: then the job waits,
 * `queued`. The count is read, not locked: a burst may pass it by as many as claim at the same moment.
 */
const claimFirstTry = (app: App, id: string, wakeToken: string | null): Promise<Claim | undefined> =>
  app.db.row<Claim>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status in ('queued', 'processing') returning *),
     claim as (
       insert into provider_submits (media_id, try, provider, state, started_at)
       select id, 1, provider, 'intent', clock_timestamp() from m
       where status = 'queued' and inputs_ready and deadline_at > clock_timestamp() and (
         select count(*) from (
           select from media r where r.user_id = m.user_id and r.mode = m.mode and r.status = 'processing'
           limit $4) running) < $4
       on conflict do nothing returning try)
     select ${claimColumns}, (select try from claim) from m`,
    [id, wakeToken, CLAIM_MS + RUN_GRACE_MS, app.config.runningJobsPerUser],
  )

/**
 * The old try is given up and the new one written in one statement; whoever loses the update sends nothing.
 */
const claimNextTry = (app: App, id: string, lastTry: number): Promise<Claim | undefined> =>
  app.db.row<Claim>(
    `with m as (
       select * from media where id = $1 and status = 'queued' and deadline_at > clock_timestamp()
       for update),
     given_up as (
       update provider_submits s set state = case s.state when 'refused' then 'refused' else 'abandoned' end
       from m where s.media_id = m.id and s.try = $2 and s.state in ('intent', 'unknown', 'refused')
         and not exists (select from provider_submits later where later.media_id = m.id and later.try > $2)
       returning s.provider),
     claim as (
       insert into provider_submits (media_id, try, provider, state, started_at)
       select $1, $2::int + 1, provider, 'intent', clock_timestamp() from given_up
       on conflict do nothing returning try)
     select ${claimColumns}, claim.try from m, claim`,
    [id, lastTry],
  )

type LastTry = {
  try: number
  state: string | null
  provider: string
  inputs_ready: boolean
  age_ms: number
  left_ms: number
}

/** `state` is null when nothing was ever sent. */
const readLastTry = (app: App, id: string, wakeToken: string | null): Promise<LastTry | undefined> =>
  app.db.row<LastTry>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status in ('queued', 'processing') returning id, provider, inputs_ready, deadline_at)
     select coalesce(s.try, 0) as try, s.state, m.provider, m.inputs_ready,
       (extract(epoch from clock_timestamp() - s.started_at) * 1000)::int as age_ms,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms
     from m left join provider_submits s on s.media_id = m.id order by s.try desc limit 1`,
    [id, wakeToken, CLAIM_MS + RUN_GRACE_MS],
  )
