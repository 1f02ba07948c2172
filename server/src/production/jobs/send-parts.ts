import type { App } from '#platform/app'
import { UnusablePicture } from '#platform/imaging'
import {
  consequenceOf,
  failureOf,
  type Handle,
  type Provider,
  type SubmitResponse,
} from '#platform/providers'
import { callbackUrl } from '#production/callbacks'
import { recordOutcome, recordPause } from '#production/routing'
import {
  checkNow,
  FIND_SOON_MS,
  KEEP_FILES_MS,
  knownTimesOf,
  planWait,
  RECORD_MS,
  RETRY_MS,
  retryMs,
  type Wait,
} from '#production/timing'
import {
  type Claim,
  type ClaimedTry,
  closeLost,
  expectCost,
  markRefused,
  type RefusedTry,
  readBought,
  recordAccepted,
  recordSurely,
  recordUnknown,
} from '#production/tries'
import { type DescribedRequest, describeProviderRequest } from './describe-provider-request.ts'
import type { Failure } from './settle.ts'
import { keepFiles } from './take-files.ts'

/**
 * What became of one part of a job.
 *
 *   accepted   the provider has it
 *   unknown    it was sent, and whether the provider has it will be found out
 *   not_sent   the provider does not have it, and it may be sent again
 *   refused    the provider does not have it. `submitTry`: not yet marked as such
 *   lost       it was sent, and nobody will ever know what became of it
 *   over       the media is final
 */
export type PartOutcome =
  | { kind: 'accepted'; waitMs: number }
  | { kind: 'unknown'; waitMs: number }
  | { kind: 'not_sent'; waitMs: number }
  | RefusedPart
  | { kind: 'lost' | 'over' }

export type RefusedPart = {
  kind: 'refused'
  failure: Failure
  isTemporary: boolean
  submitTry?: number
  waitMs: number
}

/** The tries of refused parts that are not marked yet. */
export const triesOf = (outcomes: PartOutcome[]): RefusedTry[] =>
  outcomes.flatMap((one) =>
    one.kind === 'refused' && one.submitTry !== undefined
      ? [{ submitTry: one.submitTry, errorClass: one.failure.errorClass ?? null }]
      : [],
  )

/** `claimedAt`: by the clock of this process, at or before the claim. */
export type TimedClaim = Claim & { claimedAt: number }

/** Our name for a part at its provider: the id of the media, if that is all. */
export const referenceOf = (id: string, part: number, parts: number): string =>
  parts === 1 ? id : `${id}-${part}`

const countParts = ({ n }: { n: number }, { filesPerJob }: Provider): number => Math.ceil(n / filesPerJob)

/** How many files a part is to have. */
export const filesOf = (
  { n }: { n: number },
  { part }: { part: number },
  { filesPerJob }: Provider,
): number => Math.min(filesPerJob, n - part * filesPerJob)

/** Sends each claimed try once, all at the same time, and records what the provider answers. */
export async function sendParts(app: App, claim: TimedClaim): Promise<PartOutcome[]> {
  const { id, tries } = claim
  const provider = app.providers.findByName(claim.provider) as Provider
  const request = await describeProviderRequest(app, claim).catch((error) => toUnsent(app, id, error))
  if ('outcome' in request) {
    const { errorClass, outcome } = request
    const refused = (tries ?? []).map((one) => ({ submitTry: one.try, errorClass }))
    await recordSurely(() => markRefused(app.db, id, refused))
    return refused.map(() => outcome)
  }
  return Promise.all((tries ?? []).map((one) => sendPart({ app, claim, provider, request, one })))
}

type Unsent = { errorClass: RefusedTry['errorClass']; outcome: PartOutcome }

/** A reference was erased after the submit; or the request could not be made now, and may be later. */
function toUnsent(app: App, media: string, err: unknown): Unsent {
  if (!(err instanceof UnusablePicture)) {
    app.log.warn({ media, err }, 'a job could not be sent')
    return { errorClass: null, outcome: { kind: 'not_sent', waitMs: RETRY_MS } }
  }
  const message = `A reference cannot be used: ${err.message}`
  const failure = { errorCode: 'reference_unusable', message } as const
  const outcome = { kind: 'refused', failure, isTemporary: false, waitMs: 0 } as const
  return { errorClass: 'input_unreachable', outcome }
}

type Sent = { app: App; claim: TimedClaim; provider: Provider; request: DescribedRequest; one: ClaimedTry }

async function sendPart(sent: Sent): Promise<PartOutcome> {
  const { app, claim, provider, request, one } = sent
  const { submitTimeoutMs } = provider.times
  // A process may pause between any two lines. A POST that began late would end after others take the try
  // for lost and send the next one.
  const leftMs = submitTimeoutMs - (performance.now() - claim.claimedAt)
  if (leftMs < submitTimeoutMs / 2) {
    await recordSurely(() => markRefused(app.db, claim.id, [{ submitTry: one.try, errorClass: null }]))
    return { kind: 'not_sent', waitMs: 0 }
  }
  const ordered = filesOf(claim, one, provider)
  const reference = referenceOf(claim.id, one.part, countParts(claim, provider))
  const url = callbackUrl(app, provider.name, claim.id, one.part)
  const order = { ...request, n: ordered, reference, callbackUrl: url }
  const answer = await provider.submit(order, Math.ceil(leftMs))
  recordOutcome(app, provider, answer)
  await recordPause(app, provider, answer)
  return recordAnswer(sent, answer, ordered)
}

async function recordAnswer(sent: Sent, answer: SubmitResponse, ordered: number): Promise<PartOutcome> {
  const { app, claim, provider, one } = sent
  const { id } = claim
  const submitTry = one.try
  const expectedCostMicros = () => expectCost(provider, claim, ordered)
  switch (answer.kind) {
    case 'accepted': {
      const cost = answer.expectedCostMicros ?? expectedCostMicros()
      const wait = firstWait(app, claim, provider)
      countCost(sent, { expectedCostMicros: cost })
      const accepted = { app, id, submitTry, handle: answer.handle, expectedCostMicros: cost, wait }
      return (await acceptUnlessTaken(accepted)) ?? leaveUnknown(sent, cost)
    }
    case 'finished': {
      const handle = await keepFiles({ app, claim, provider, one, answer, ordered })
      const { reportedCostMicros } = answer
      const cost = answer.expectedCostMicros ?? expectedCostMicros()
      const costs = { reportedCostMicros, expectedCostMicros: cost }
      countCost(sent, costs)
      return accept({ app, id, submitTry, handle, ...costs, wait: checkNow, recordMs: KEEP_FILES_MS })
    }
    case 'refused': {
      const { isTemporary } = consequenceOf(answer.class)
      app.log.warn({ media: id, provider: provider.name, class: answer.class }, 'a provider refused a job')
      const waitMs = retryMs(answer.retryAfterMs)
      return { kind: 'refused', failure: failureOf(answer), isTemporary, submitTry, waitMs }
    }
    case 'unknown': {
      const cost = answer.expectedCostMicros ?? expectedCostMicros()
      if (provider.lostTries === 'close') {
        await recordSurely(() => closeLost(app.db, id, submitTry, cost))
        return { kind: 'lost' }
      }
      return leaveUnknown(sent, cost)
    }
    default:
      return answer satisfies never
  }
}

type Costs = { expectedCostMicros?: number | undefined; reportedCostMicros?: number | undefined }

/** For the metrics: the books are in the rows of the tries. */
function countCost({ app, provider }: Sent, { expectedCostMicros, reportedCostMicros }: Costs): void {
  app.metrics.countProviderCost(provider.name, 'expected', expectedCostMicros ?? 0)
  app.metrics.countProviderCost(provider.name, 'reported', reportedCostMicros ?? 0)
}

async function leaveUnknown({ app, claim, one }: Sent, cost: number | undefined): Promise<PartOutcome> {
  await recordSurely(() => recordUnknown(app.db, claim.id, one.try, cost))
  return { kind: 'unknown', waitMs: FIND_SOON_MS }
}

/** The submit itself may have taken most of a minute. */
function firstWait(app: App, { mode, model, left_ms, claimedAt }: TimedClaim, { times }: Provider): Wait {
  const known = knownTimesOf(app, `${mode} ${model}`)
  const leftMs = Math.max(0, Math.floor(left_ms - (performance.now() - claimedAt)))
  return planWait({ renderingMs: 0, leftMs, known, times })
}

type Accepted = {
  app: App
  id: string
  submitTry: number
  handle: Handle
  expectedCostMicros?: number | undefined
  reportedCostMicros?: number | undefined
  wait: Wait
  /** For how long it is recorded again while the database fails. */
  recordMs?: number
}

async function accept({ app, recordMs = RECORD_MS, ...accepted }: Accepted): Promise<PartOutcome> {
  const { id, handle, wait } = accepted
  const { open, recorded } = await recordSurely(() => recordAccepted(app.db, accepted), recordMs)
  if (open) return { kind: 'accepted', waitMs: wait.runMs }
  // Also after a first attempt that was committed and lost its answer.
  const now = await recordSurely(() => readBought(app.db, id, handle), recordMs)
  if (!now?.ours)
    app.log.error(
      { media: id, providerJob: handle.jobId },
      'a provider job was bought without a recorded try',
    )
  // Another part was accepted before, or another run was faster.
  if (now?.status !== 'processing') return { kind: 'over' }
  return { kind: 'accepted', waitMs: recorded ? wait.checkMs : 0 }
}

/** What the database says when another try has a job of this name. */
const TAKEN = 'provider_submits_provider_provider_job_id_key'

/**
 * Undefined when another try has the job. One that was lost may have found it in a list of the provider, if
 * both ordered the same, before it was recorded here.
 */
export async function acceptUnlessTaken(accepted: Accepted): Promise<PartOutcome | undefined> {
  try {
    return await accept(accepted)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== TAKEN) throw error
    accepted.app.log.warn({ media: accepted.id }, 'a job of the provider belongs to another try')
    return undefined
  }
}
