import type { App } from '#platform/app'
import type { SubmitResult } from '#platform/engine'
import { UnusablePicture } from '#platform/imaging'
import { consequenceOf, failureOf, type Handle, type Provider } from '#platform/providers'
import {
  CLAIM_MS,
  checkNow,
  FIND_SOON_MS,
  knownTimesOf,
  LAST_CHECK_GRACE_MS,
  planWait,
  RETRY_MS,
  SUBMIT_TIMEOUT_MS,
  type Wait,
} from '#production/timing'
import {
  type Claim,
  claimFirstTry,
  claimNextTry,
  markRefused,
  readBought,
  readLastTry,
  recordAccepted,
  recordUnknown,
} from '#production/tries'
import { callbackUrl } from './callback.ts'
import { describeProviderRequest } from './describe-provider-request.ts'
import { fetchInputs } from './fetch-inputs.ts'
import { settleFailed, settleStalled } from './settle.ts'

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
      return accept({ app, id, submitTry: last.try, handle: lookup.handle, wait: checkNow })
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
    await markRefused(app.db, id, { submitTry, errorClass: null })
    return { kind: 'not_sent', waitMs: 0 }
  }
  const answer = await provider.submit(request, Math.ceil(leftMs))
  switch (answer.kind) {
    case 'accepted':
      return accept({ app, id, submitTry, ...answer, wait: firstWait(app, claim) })
    case 'refused': {
      // Once the caller has its 201 the job is acknowledged, and is tried again within its window.
      const isAcknowledged =
        !isCallerWaiting || claim.age_ms + (performance.now() - sentAt) > app.config.submitWaitMs
      const refused = { submitTry, errorClass: answer.class }
      if (consequenceOf(answer.class).isTemporary && isAcknowledged) {
        await markRefused(app.db, id, refused)
        return { kind: 'not_sent', waitMs: RETRY_MS }
      }
      app.log.warn({ media: id, provider: provider.name, ...refused }, answer.message)
      await settleFailed(app.db, id, failureOf(answer), refused)
      return { kind: 'over' }
    }
    case 'unknown':
      await recordUnknown(app.db, id, submitTry, answer.expectedCostMicros ?? null)
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
  await markRefused(app.db, id, { submitTry, errorClass: null })
  const message = `A reference cannot be used: ${error.message}`
  await settleFailed(app.db, id, { errorCode: 'reference_unusable', message })
}

type Accepted = {
  app: App
  id: string
  submitTry: number
  handle: Handle
  expectedCostMicros?: number
  wait: Wait
}

async function accept({ app, ...accepted }: Accepted): Promise<SubmitResult> {
  const { id, handle, wait, expectedCostMicros = null } = accepted
  const { open } = await recordAccepted(app.db, { ...accepted, expectedCostMicros })
  if (open) return { kind: 'accepted', waitMs: wait.runMs }
  const now = await readBought(app.db, id, handle)
  if (!now?.ours)
    app.log.error(
      { media: id, providerJob: handle.jobId },
      'a provider job was bought without a recorded try',
    )
  return now?.status === 'processing' ? { kind: 'accepted', waitMs: 0 } : { kind: 'over' }
}

async function timed(claim: () => Promise<Claim | undefined>): Promise<TimedClaim | undefined> {
  const claimedAt = performance.now()
  const claimed = await claim()
  return claimed && { ...claimed, claimedAt }
}
