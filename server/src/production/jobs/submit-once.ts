import type { App } from '#platform/app'
import type { SubmitResult } from '#platform/engine'
import { RETRY_MS } from '#production/timing'
import { claimFirstTries, markRefused, postpone, readTries } from '#production/tries'
import { fetchInputs } from './fetch-inputs.ts'
import { resolveParts, timed } from './resolve-parts.ts'
import { type PartOutcome, sendParts, triesOf } from './send-parts.ts'
import { settleFailed, settleStalled } from './settle.ts'

/*
 * Buying a job from a provider, once. Every POST is a try: a row of provider_submits, written before it is
 * sent. At most one try of a media is live, by a unique index; of a job that the provider makes in several
 * parts, one of each part. The parts are sent together, and the job is processing when one was accepted.
 *
 *   (no try) ---claim---> intent ---POST---> accepted           the provider has it; the job is processing
 *                           |        |-----> refused            it certainly does not have it
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

/** The first step of a run. `isCallerWaiting`: the submit request has not been answered yet. */
export async function submitOnce(
  app: App,
  id: string,
  wakeToken: string | null,
  isCallerWaiting: boolean,
): Promise<SubmitResult> {
  const claim = await timed(() => claimFirstTries(app, id, wakeToken))
  if (!claim) return { kind: 'over' }
  if (claim.tries) {
    const outcomes = await sendParts(app, claim)
    // Once the caller has its 201 the job is acknowledged, and is tried again within its window.
    const isAcknowledged =
      !isCallerWaiting || claim.age_ms + (performance.now() - claim.claimedAt) > app.config.submitWaitMs
    return conclude(app, id, outcomes, isAcknowledged)
  }
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
  if (job.tries.length > 0) return conclude(app, id, await resolveParts(app, job, true), true)
  if (await settleStalled(app.db, id, { isCheckedNow: true })) return { kind: 'over' }
  if (!job.inputs_ready && !(await fetchInputs(app, id))) return { kind: 'over' }
  const claim = await timed(() => claimFirstTries(app, id, wakeToken))
  if (!claim?.tries) return { kind: 'not_sent', waitMs: RETRY_MS }
  return conclude(app, id, await sendParts(app, claim), true)
}

/** What follows for the job: it has a provider, it goes on trying, or it fails. */
async function conclude(
  app: App,
  id: string,
  outcomes: PartOutcome[],
  isAcknowledged: boolean,
): Promise<SubmitResult> {
  const refused = outcomes.filter((one) => one.kind === 'refused')
  const waiting = findWaiting(outcomes, isAcknowledged)
  if (waiting) {
    const unmarked = triesOf(refused)
    if (unmarked.length > 0) await markRefused(app.db, id, unmarked)
    if (waiting.waitMs > RETRY_MS && waiting.kind === 'not_sent') await postpone(app.db, id, waiting.waitMs)
    return waiting
  }
  if (outcomes.some(({ kind }) => kind === 'over')) return { kind: 'over' }
  const failure = refused[0]?.failure ?? lostAnswer
  await settleFailed(app.db, id, failure, triesOf(refused))
  return { kind: 'over' }
}

const lostAnswer = { errorCode: 'provider_error', message: 'The answer of the provider was lost' } as const

/** A part that the provider has, or may have, or may get: the job goes on. */
function findWaiting(outcomes: PartOutcome[], isAcknowledged: boolean) {
  for (const kind of ['accepted', 'unknown', 'not_sent'] as const) {
    const waits = outcomes.flatMap((one) => (one.kind === kind ? [one.waitMs] : []))
    if (waits.length > 0) return { kind, waitMs: Math.min(...waits) }
  }
  const temporary = outcomes.filter((one) => one.kind === 'refused').filter((one) => one.isTemporary)
  if (!isAcknowledged || temporary.length === 0) return undefined
  return { kind: 'not_sent' as const, waitMs: Math.max(...temporary.map((one) => one.waitMs)) }
}
