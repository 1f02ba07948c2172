import type { App } from '#platform/app'
import type { SubmitResult } from '#platform/engine'
import { UnusablePicture } from '#platform/imaging'
import type { Provider } from '#platform/providers'
import {
  CLAIM_MS,
  checkNow,
  FIND_SOON_MS,
  knownTimesOf,
  LAST_CHECK_GRACE_MS,
  planWait,
  RETRY_MS,
  RUN_GRACE_MS,
  SUBMIT_TIMEOUT_MS,
  type Wait,
} from '#production/timing'
import { callbackUrl } from './callback.ts'
import { describeProviderRequest, type RequestedMedia } from './describe-provider-request.ts'
import { fetchInputs } from './fetch-inputs.ts'
import { markRefused, settleFailed, settleStalled } from './settle.ts'

/*
 * Buying a job from a provider, once. Every POST is a try: a row of provider_submits, written before it is
 * sent. At most one try of a media is live, by a unique index.
 *
 *   (no try) ---claim---> intent ---POST---> accepted           the provider has it; the job is processing
 *                           |        |-----> refused            it certainly does not have it
 *                           |        '-----> unknown            no answer, or one that says nothing
 *                           |                   |
 *                           '---- a crash ------'
 *                                    |
 *                                    v   reconcile: ask the provider for our id
 *                         it knows it: accepted
 *                         it does not, and CLAIM_MS have passed: abandoned, and a new try is claimed
 *                         it cannot be reached: asked again, until the window is over
 *
 * `submitOnce` is the first step of a run: it claims the first try and sends it. `reconcile` is every later
 * step until the provider has the job: it finds out about the last try, or sends the next one. Both end with
 * one of:
 *
 *   accepted   the provider has the job; check it after waitMs
 *   not_sent   no try is with the provider (references to fetch first, too many running jobs, or refused);
 *              reconcile after waitMs
 *   unknown    a try was sent and its result is unknown; reconcile after waitMs
 *   over       the media is final
 */

type Claim = RequestedMedia & {
  status: 'queued' | 'processing'
  inputs_ready: boolean
  mode: string
  age_ms: number
  left_ms: number
  /** The try that this run has to send; null when an earlier one is live or none may be sent yet. */
  try: number | null
}

/** `claimedAt`: by the clock of this process, at or before the claim. */
type TimedClaim = Claim & { claimedAt: number }

/** The first step of a run. `isCallerWaiting`: the submit request has not been answered yet. */
export async function submitOnce(
  app: App,
  id: string,
  wakeToken: string | null,
  isCallerWaiting: boolean,
): Promise<SubmitResult> {
  const claim = await timed(() => claimFirstTry(app, id, wakeToken))
  if (!claim) return { kind: 'over' }
  if (claim.try !== null) return send(app, claim, isCallerWaiting)
  if (claim.status === 'processing') return { kind: 'accepted', waitMs: 0 }
  // The caller is answered before any URL that it gave is opened: reconcile fetches them.
  if (!claim.inputs_ready) return { kind: 'not_sent', waitMs: 0 }
  return reconcile(app, id, wakeToken)
}

/**
 * Finds out whether the provider has the last try, by asking for our own id. A new try is sent only when the
 * provider certainly does not have the last one and that one can no longer be in flight.
 */
export async function reconcile(app: App, id: string, wakeToken: string | null): Promise<SubmitResult> {
  const last = await readLastTry(app, id, wakeToken)
  if (!last) return { kind: 'over' }
  if (last.state === 'accepted') return { kind: 'accepted', waitMs: 0 }
  const isNotSent = last.state === null || last.state === 'refused'
  if (!isNotSent) {
    const find = app.providers.findByName(last.provider)?.find
    const lookup = find ? await find(id) : { kind: 'unreachable' as const }
    if (lookup.kind === 'found')
      return accept({ app, id, submitTry: last.try, jobId: lookup.jobId, wait: checkNow })
    const isInGrace = find && lookup.kind === 'unreachable' && last.left_ms > -LAST_CHECK_GRACE_MS
    if (!isInGrace && (await settleStalled(app.db, id, { isCheckedNow: true }))) return { kind: 'over' }
    const mayBeInFlight = last.age_ms < CLAIM_MS
    if (lookup.kind === 'unreachable' || mayBeInFlight) return { kind: 'unknown', waitMs: RETRY_MS }
  }
  if (await settleStalled(app.db, id, { isCheckedNow: true })) return { kind: 'over' }
  if (!last.inputs_ready && !(await fetchInputs(app, id))) return { kind: 'over' }
  const claim = await timed(() =>
    last.state === null ? claimFirstTry(app, id, wakeToken) : claimNextTry(app, id, last.try),
  )
  if (claim?.try == null) return { kind: 'not_sent', waitMs: RETRY_MS }
  return send(app, claim, false)
}

async function send(app: App, claim: TimedClaim, isCallerWaiting: boolean): Promise<SubmitResult> {
  const { id } = claim
  const submitTry = claim.try as number
  const provider = app.providers.findByModel(claim.model) as Provider
  const request = await describeProviderRequest(app, claim, callbackUrl(app, provider.name, id)).catch(
    (error) => refuseErased(app, id, submitTry, error),
  )
  if (!request) return { kind: 'over' }
  // A process may pause between any two lines. A POST that began late would end after others take the try
  // for lost and send the next one.
  const sentAt = performance.now()
  const leftMs = SUBMIT_TIMEOUT_MS - (sentAt - claim.claimedAt)
  if (leftMs < SUBMIT_TIMEOUT_MS / 2) {
    await markRefused(app.db, id, submitTry)
    return { kind: 'not_sent', waitMs: 0 }
  }
  const answer = await provider.submit(request, Math.ceil(leftMs))
  switch (answer.kind) {
    case 'accepted':
      return accept({ app, id, submitTry, jobId: answer.jobId, wait: firstWait(app, claim) })
    case 'refused': {
      // Once the caller has its 201 the job is acknowledged, and is tried again within its window.
      const isAcknowledged =
        !isCallerWaiting || claim.age_ms + (performance.now() - sentAt) > app.config.submitWaitMs
      if (answer.why === 'unavailable' && isAcknowledged) {
        await markRefused(app.db, id, submitTry)
        return { kind: 'not_sent', waitMs: RETRY_MS }
      }
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
      return { kind: 'unknown', waitMs: FIND_SOON_MS }
    default:
      return answer satisfies never
  }
}

function firstWait(app: App, { mode, model, left_ms }: Claim): Wait {
  return planWait({ renderingMs: 0, leftMs: left_ms, known: knownTimesOf(app, `${mode} ${model}`) })
}

/** A reference was erased after the submit: the try was not sent, and the job fails and is refunded. */
async function refuseErased(app: App, id: string, submitTry: number, error: unknown): Promise<undefined> {
  if (!(error instanceof UnusablePicture)) throw error
  await markRefused(app.db, id, submitTry)
  const message = `A reference cannot be used: ${error.message}`
  await settleFailed(app.db, id, { errorCode: 'reference_unusable', message })
}

type Accepted = { app: App; id: string; submitTry: number; jobId: string; wait: Wait }

/** Records what was bought, also when the media is final by now: the condition is the state of the try. */
async function accept({ app, id, submitTry, jobId, wait }: Accepted): Promise<SubmitResult> {
  const row = await app.db.row<{ recorded: boolean; open: boolean }>(
    `with m as (select id from media where id = $1 for no key update), -- before its submit, as everywhere
     recorded as (
       update provider_submits s set state = 'accepted', provider_job_id = $3, answered_at = clock_timestamp()
       from m where s.media_id = $1 and s.try = $2 and s.state in ('intent', 'unknown')
       returning s.media_id),
     started as (
       update media set status = 'processing',
         check_at = case when $6 then clock_timestamp() + $4 * interval '1 ms' end,
         run_due_at = clock_timestamp() + ($4 + $5) * interval '1 ms'
       where id = $1 and exists (select from recorded) and status = 'queued' returning id)
     select exists (select from recorded) as recorded, exists (select from started) as open`,
    [id, submitTry, jobId, wait.checkMs, RUN_GRACE_MS, wait.isWatched],
  )
  if (row?.open) return { kind: 'accepted', waitMs: wait.runMs }
  const now = await app.db.row<{ status: string; ours: boolean }>(
    `select status,
       exists (select from provider_submits s where s.media_id = $1 and s.provider_job_id = $2) as ours
     from media where id = $1`,
    [id, jobId],
  )
  if (!now?.ours)
    app.log.error({ media: id, providerJob: jobId }, 'a provider job was bought without a recorded try')
  return now?.status === 'processing' ? { kind: 'accepted', waitMs: 0 } : { kind: 'over' }
}

async function timed(claim: () => Promise<Claim | undefined>): Promise<TimedClaim | undefined> {
  const claimedAt = performance.now()
  const claimed = await claim()
  return claimed && { ...claimed, claimedAt }
}

const claimColumns = `m.id, m.mode, m.status, m.kind, m.prompt, m.model, m.size, m.orientation,
  m.resolution, m.duration_seconds, m.n, m.inputs, m.mask, m.inputs_ready,
  (extract(epoch from clock_timestamp() - m.created_at) * 1000)::int as age_ms,
  (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms`

/**
 * Claims the first try, unless the user has as many jobs running as the operator allows: then the job waits,
 * `queued`. The count is not locked, so concurrent claims may exceed the limit by their number.
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
       where status = 'queued' and inputs_ready and deadline_at > clock_timestamp()
         and count_running(user_id, mode, $4) < $4
       on conflict do nothing returning try)
     select ${claimColumns}, (select try from claim) from m`,
    [id, wakeToken, CLAIM_MS + RUN_GRACE_MS, app.config.runningJobsPerUser],
  )

/** Gives up the old try and claims the next one in one statement. A run that loses the race sends nothing. */
const claimNextTry = (app: App, id: string, lastTry: number): Promise<Claim | undefined> =>
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

type LastTry = {
  try: number
  state: string | null
  provider: string
  inputs_ready: boolean
  age_ms: number
  left_ms: number
}

/** The newest try; its `state` is null when there is none. */
const readLastTry = (app: App, id: string, wakeToken: string | null): Promise<LastTry | undefined> =>
  app.db.row<LastTry>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status in ('queued', 'processing') returning id, provider, inputs_ready, deadline_at)
     select coalesce(s.try, 0) as try, s.state, m.provider, m.inputs_ready,
       (extract(epoch from clock_timestamp() - s.started_at) * 1000)::int as age_ms,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms
     from m left join provider_submits s on s.media_id = $1 order by s.try desc limit 1`,
    [id, wakeToken, CLAIM_MS + RUN_GRACE_MS],
  )
