import type { App } from '#platform/app'
import {
  type FindResponse,
  failureOf,
  type Handle,
  type Provider,
  type ProviderRequest,
} from '#platform/providers'
import { callbackUrl } from '#production/callbacks'
import { checkNow, claimMsOf, KEEP_FILES_MS, LAST_CHECK_GRACE_MS, RETRY_MS } from '#production/timing'
import {
  type Claim,
  claimNextTry,
  closeLost,
  dropBound,
  expectCost,
  isLost,
  notePossibleCost,
  type PartTry,
  readRequestedMedia,
  type TriedJob,
} from '#production/tries'
import { acceptFound, adoptHinted } from './adopt-hinted.ts'
import { describeProviderRequest, unlessErased } from './describe-provider-request.ts'
import {
  filesOf,
  type PartOutcome,
  type RefusedPart,
  referenceOf,
  sendParts,
  type TimedClaim,
} from './send-parts.ts'
import { settleStalled } from './settle.ts'

type Looked = { part: PartTry; found: PartOutcome | 'absent' | 'unreachable' | 'unsent' }

/**
 * Finds out about every part that the provider did not accept, by asking for our own reference. A new try is
 * sent only when the provider certainly does not have the last one and that one can no longer be in flight.
 * `mayStall`: no part was accepted, so the job stalls when its window is over.
 */
export async function resolveParts(app: App, job: TriedJob, mayStall: boolean): Promise<PartOutcome[]> {
  const looked = await Promise.all(job.tries.map((part) => lookUp(app, job, part)))
  const isFound = looked.some(({ found }) => typeof found === 'object' && found.kind === 'accepted')
  const isInGrace = looked.some(({ found }) => found === 'unreachable') && job.left_ms > -LAST_CHECK_GRACE_MS
  const isOver =
    mayStall && !isFound && !isInGrace && (await settleStalled(app, job.id, { isCheckedNow: true }))
  if (isOver) return [{ kind: 'over' }]
  return Promise.all(looked.map((one) => sendNext(app, job, one)))
}

async function lookUp(app: App, job: TriedJob, part: PartTry): Promise<Looked> {
  if (part.state === 'accepted') return { part, found: { kind: 'accepted', waitMs: 0 } }
  if (isLost(part)) return { part, found: part.state === 'refused' ? refusedBefore(part) : { kind: 'lost' } }
  if (part.state === 'refused') return { part, found: 'unsent' }
  const provider = app.providers.findByName(job.provider)
  const mayBeInFlight = part.age_ms < (part.is_answered ? KEEP_FILES_MS : claimMsOf(provider))
  const unknown = { kind: 'unknown', waitMs: RETRY_MS } as const
  if (provider) await noteCost(app, provider, job, part)
  if (provider?.lostTries === 'close') {
    if (mayBeInFlight && part.state === 'intent') return { part, found: unknown }
    await closeLost(app.db, job.id, part.try)
    return { part, found: { kind: 'lost' } }
  }
  const find = provider?.lostTries === 'find' ? provider.find : undefined
  const reference = referenceOf(job.id, part.part, job.tries.length)
  const readRequest = () => readProviderRequest(app, job, part)
  // Its answer may still come, and says more.
  const isAwaited = mayBeInFlight && part.state === 'intent'
  const hinted = isAwaited ? undefined : await adoptHinted({ app, job, part, readRequest })
  if (typeof hinted === 'object') return { part, found: hinted }
  const unreachable = { kind: 'unreachable' } as const
  const lookup = find ? await unlessErased(find(reference, readRequest), unreachable) : unreachable
  const handle = provider && (await chooseFound(app, provider, lookup))
  if (provider && handle) {
    const accepted = { app, id: job.id, submitTry: part.try, handle, wait: checkNow }
    return { part, found: (await acceptFound(provider, accepted)) ?? unknown }
  }
  if (hinted) return { part, found: hinted }
  if (find && lookup.kind === 'unreachable') return { part, found: 'unreachable' }
  if (lookup.kind !== 'absent' || mayBeInFlight) return { part, found: unknown }
  return { part, found: 'absent' }
}

/** Of several jobs that could be it, those that other tries have are not. */
async function chooseFound(
  { db }: App,
  provider: Provider,
  lookup: FindResponse,
): Promise<Handle | undefined> {
  if (lookup.kind === 'found') return lookup.handle
  const free = lookup.kind === 'ambiguous' ? await dropBound(db, provider.name, lookup.handles) : []
  return free.length === 1 ? free[0] : undefined
}

/**
 * Nobody may ever hear what a try cost whose worker died, also when the job ends now because its window is
 * over. The prompt and the references are known as long as the job is open.
 */
async function noteCost(app: App, provider: Provider, job: TriedJob, part: PartTry): Promise<void> {
  if (part.is_priced || !provider.expectedCostMicros) return
  const media = await readRequestedMedia(app.db, job.id)
  const cost = expectCost(provider, media, filesOf(job, part, provider))
  if (cost !== undefined) await notePossibleCost(app.db, job.id, part.try, cost)
}

/** What a part was ordered with. */
async function readProviderRequest(app: App, job: TriedJob, part: PartTry): Promise<ProviderRequest> {
  const media = await readRequestedMedia(app.db, job.id)
  const provider = app.providers.findByName(job.provider) as Provider
  const request = await describeProviderRequest(app, media)
  const reference = referenceOf(job.id, part.part, job.tries.length)
  const url = callbackUrl(app, job.provider, job.id, part.part)
  return { ...request, n: filesOf(job, part, provider), reference, callbackUrl: url }
}

export const refusedBefore = ({ error_class }: PartTry): RefusedPart => {
  const message = 'The provider did not accept the job'
  const failure = failureOf({ class: error_class ?? 'unknown', message })
  return { kind: 'refused', failure, isTemporary: false, waitMs: 0 }
}

async function sendNext(app: App, job: TriedJob, { part, found }: Looked): Promise<PartOutcome> {
  if (found === 'unreachable') return { kind: 'unknown', waitMs: RETRY_MS }
  if (found !== 'absent' && found !== 'unsent') return found
  const last = { provider: job.provider, try: part.try, parts: job.tries.length }
  const claim = await timed(() => claimNextTry(app, job.id, last))
  if (!claim?.tries) return { kind: 'not_sent', waitMs: RETRY_MS }
  const [outcome] = await sendParts(app, claim)
  return outcome ?? { kind: 'not_sent', waitMs: RETRY_MS }
}

export async function timed(claim: () => Promise<Claim | undefined>): Promise<TimedClaim | undefined> {
  const claimedAt = performance.now()
  const claimed = await claim()
  return claimed && { ...claimed, claimedAt }
}
