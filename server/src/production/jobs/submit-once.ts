import type { App } from '#platform/app'
import type { SubmitResult } from '#platform/engine'
import { RETRY_MS } from '#production/timing'
import {
  claimFirstTries,
  claimNextRoute,
  isLost,
  markRefused,
  postpone,
  type Refusals,
  readTries,
  recordSurely,
  type TriedJob,
} from '#production/tries'
import { fetchInputs } from './fetch-inputs.ts'
import { refusedBefore, resolveParts, timed } from './resolve-parts.ts'
import { type PartOutcome, sendParts, type TimedClaim, triesOf } from './send-parts.ts'
import { settleFailed, settleStalled } from './settle.ts'

/*
 * Buying a job from a provider, once. Every POST is a try: a row of provider_submits, written before it is
 * sent. At most one try of a media is live, by a unique index; of a job that the provider makes in several
 * parts, one of each part. The parts are sent together, and the job is processing when one was accepted.
 *
 *   (no try) ---claim---> intent ---POST---> accepted           the provider has it; the job is processing
 *                 ^         |        |-----> refused            it certainly does not have it
 *                 |         |        |          |
 *                 '---------|--------|----------'   all parts were refused: the next route is claimed
 *                           |        '-----> unknown            no answer, or one that says nothing
 *                           |                   |
 *                           '---- a crash ------'
 *                                    |
 *                                    v   reconcile: ask the provider for our id
 *                         it knows it: accepted
 *                         it does not, and no POST can be in flight: abandoned, and a new try is claimed
 *                         it cannot be reached: asked again, until the window is over
 *                         it can never be known, because the result was in the answer: unknown, and ended
 *
 * A media names its routes, best first: providers and what they call the model. The first one whose provider
 * takes jobs now is claimed. When all its tries were refused, the next one is claimed in the same step; after
 * the last one, the first one again in a later step. A route that refused the job for good is not asked
 * again, and no other after one that rejected its content. Once a try was accepted, or may have been, the job
 * stays at its provider. (decision 0031)
 *
 * `submitOnce` is the first step of a run: it claims the first try and sends it. `reconcile` is every later
 * step until the provider has the job: it finds out about the last try, or sends the next one. Both end with
 * one of:
 *
 *   accepted   the provider has the job; check it after waitMs
 *   not_sent   no try is with the provider (references to fetch first, too many running jobs, no provider
 *              that takes jobs, or refused); reconcile after waitMs
 *   unknown    a try was sent and its result is unknown; reconcile after waitMs
 *   over       the media is final
 */

/** The first step of a run. `isCallerWaiting`: the submit request has not been answered yet. */
export async function submitOnce(
  app: App,
  id: string,
  wakeToken: string | null,
  isCallerWaiting: boolean,
): Promise<SubmitResult> {
  const claim = await timed(() => claimFirstTries(app, id, wakeToken))
  if (!claim) return { kind: 'over' }
  if (claim.tries) return sendAll(app, claim, isCallerWaiting)
  if (claim.status === 'processing') return { kind: 'accepted', waitMs: 0 }
  // The caller is answered before any URL that it gave is opened: reconcile fetches them.
  if (!claim.inputs_ready) return { kind: 'not_sent', waitMs: 0 }
  return reconcile(app, id, wakeToken)
}

/** Finds out whether the provider has the last tries, or sends the next ones. */
export async function reconcile(app: App, id: string, wakeToken: string | null): Promise<SubmitResult> {
  const job = await readTries(app, id, wakeToken)
  if (!job) return { kind: 'over' }
  if (job.tries.some(({ state }) => state === 'accepted')) return { kind: 'accepted', waitMs: 0 }
  if (job.tries.length > 0 && job.tries.every(({ state }) => state === 'refused')) return askAgain(app, job)
  if (job.tries.length > 0) return conclude(app, id, await resolveParts(app, job, true), onlyThis)
  if (await settleStalled(app, id, { isCheckedNow: true })) return { kind: 'over' }
  if (!job.inputs_ready && !(await fetchInputs(app, id))) return { kind: 'over' }
  const claim = await timed(() => claimFirstTries(app, id, wakeToken))
  if (!claim?.tries) return { kind: 'not_sent', waitMs: RETRY_MS }
  return sendAll(app, claim, false)
}

/** All tries of the last route were refused: the next one is claimed, or the first one again. */
async function askAgain(app: App, { id, tries }: TriedJob): Promise<SubmitResult> {
  if (await settleStalled(app, id, { isCheckedNow: true })) return { kind: 'over' }
  const { claim, isSpent } = await nextRoute(app, id, { refused: [], onlyLater: false })
  if (claim) return sendAll(app, claim, false)
  if (!isSpent) return { kind: 'not_sent', waitMs: RETRY_MS }
  return conclude(app, id, tries.filter(isLost).map(refusedBefore), onlyThis)
}

/** Sends what was claimed. While a provider refuses all of it, the next route is claimed and sent. */
async function sendAll(app: App, first: TimedClaim, isCallerWaiting: boolean): Promise<SubmitResult> {
  const { id } = first
  const waits: number[] = []
  for (let claim = first; ; ) {
    const outcomes = await sendParts(app, claim)
    const mayGoOn = (claim.routes?.length ?? 1) > 1 && outcomes.every(isForAnother)
    const next = mayGoOn
      ? await recordSurely(() => nextRoute(app, id, { refused: triesOf(outcomes), onlyLater: true }))
      : undefined
    if (!next?.claim) {
      const { age_ms, claimedAt } = claim
      // Once the caller has its 201 the job is acknowledged, and is tried again within its window.
      const isAcknowledged = () =>
        !isCallerWaiting || age_ms + performance.now() - claimedAt > refusedWithinMs(app)
      return conclude(app, id, outcomes, { isAcknowledged, isRouteLeft: next?.isSpent === false, waits })
    }
    waits.push(...outcomes.flatMap((one) => (one.kind === 'refused' && one.isTemporary ? [one.waitMs] : [])))
    claim = next.claim
  }
}

/** A refusal that is settled right before the caller is answered would come too late. */
const SETTLE_SHARE = 0.1
const refusedWithinMs = ({ config }: App): number => config.submitWaitMs * (1 - SETTLE_SHARE)

/** Refused by its provider, but not for its content: what one rejects is not carried to another. */
const isForAnother = (one: PartOutcome): boolean =>
  one.kind === 'refused' && one.failure.errorClass !== undefined && one.failure.errorClass !== 'moderation'

async function nextRoute(app: App, id: string, refusals: Refusals) {
  const claimedAt = performance.now()
  const { claim, isSpent } = await claimNextRoute(app, id, refusals)
  return { claim: claim && { ...claim, claimedAt }, isSpent }
}

/** `waits`: when routes that were asked before this one may be asked again. */
type Circumstances = { isAcknowledged: () => boolean; isRouteLeft: boolean; waits: number[] }
const onlyThis: Circumstances = { isAcknowledged: () => true, isRouteLeft: false, waits: [] }

/**
 * What follows for the job: it has a provider, it goes on trying, or it fails. While the database fails, that
 * is decided again: the caller may have its 201 meanwhile.
 */
const conclude = (
  app: App,
  id: string,
  outcomes: PartOutcome[],
  circumstances: Circumstances,
): Promise<SubmitResult> => recordSurely(() => concludeNow(app, id, outcomes, circumstances))

async function concludeNow(
  app: App,
  id: string,
  outcomes: PartOutcome[],
  circumstances: Circumstances,
): Promise<SubmitResult> {
  const refused = outcomes.filter((one) => one.kind === 'refused')
  const unmarked = triesOf(refused)
  const waiting = findWaiting(outcomes, circumstances)
  if (waiting) {
    if (unmarked.length > 0) await markRefused(app.db, id, unmarked)
    if (waiting.waitMs > RETRY_MS && waiting.kind === 'not_sent') await postpone(app.db, id, waiting.waitMs)
    return waiting
  }
  if (outcomes.some(({ kind }) => kind === 'over')) return { kind: 'over' }
  const isSettled = await settleFailed(app, id, refused[0]?.failure ?? lostAnswer, unmarked)
  // Its tries are not as we left them. It is final, or another run has it, or its next route was claimed and
  // the answer to that was lost: the next step finds out.
  if (!isSettled && unmarked.length > 0) return { kind: 'unknown', waitMs: RETRY_MS }
  return { kind: 'over' }
}

const lostAnswer = { errorCode: 'provider_error', message: 'The answer of the provider was lost' } as const

/** A part that the provider has, or may have, or may get: the job goes on. */
function findWaiting(
  outcomes: PartOutcome[],
  { isAcknowledged, isRouteLeft, waits: earlier }: Circumstances,
) {
  for (const kind of ['accepted', 'unknown', 'not_sent'] as const) {
    const waits = outcomes.flatMap((one) => (one.kind === kind ? [one.waitMs] : []))
    if (waits.length > 0) return { kind, waitMs: Math.min(...waits) }
  }
  const temporary = outcomes.filter((one) => one.kind === 'refused').filter((one) => one.isTemporary)
  if (!isAcknowledged() || (temporary.length === 0 && !isRouteLeft)) return undefined
  const own = temporary.length > 0 ? [Math.max(...temporary.map((one) => one.waitMs))] : []
  const waits = [...own, ...earlier]
  return { kind: 'not_sent' as const, waitMs: waits.length > 0 ? Math.min(...waits) : RETRY_MS }
}
