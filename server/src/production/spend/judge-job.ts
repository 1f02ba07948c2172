import type { AddFinding, Kind } from './finding.ts'
import type { BookedJob, BookedTry } from './read-jobs.ts'

export type JudgedBy = {
  isSimulated(provider: string): boolean
  /** Live keys must not get simulated files. */
  isProduction: boolean
}

/** Where the media of a job, its tries and its entries in the ledger disagree. */
export function judgeJob(job: BookedJob, by: JudgedBy, add: AddFinding): void {
  judgeCredits(job, add)
  judgeTries(job, add)
  judgeMode(job, by, add)
}

function judgeCredits(job: BookedJob, add: AddFinding): void {
  const charges = job.entries.filter(({ kind }) => kind === 'charge')
  const refunds = job.entries.filter(({ kind }) => kind === 'refund')
  const chargedCredits = -sum(charges.map(({ amount }) => amount))
  const refundedCredits = sum(refunds.map(({ amount }) => amount))
  const owedCredits = owedFor(job)
  const about = { mediaId: job.id, provider: job.provider, chargedCredits, refundedCredits, owedCredits }
  if (charges.length === 0) add({ kind: 'media_without_charge', ...about })
  if (charges.length > 1) add({ kind: 'charged_twice', ...about })
  if (refunds.length > 1) add({ kind: 'refunded_twice', ...about })
  if (charges.length !== 1 || refunds.length > 1) return
  if (chargedCredits !== job.cost_credits) add({ kind: 'charge_differs', ...about })
  if (refundedCredits !== owedCredits) add({ kind: nameWrongRefund(job, about), ...about })
}

type Credits = { chargedCredits: number; refundedCredits: number; owedCredits: number }

function nameWrongRefund(
  { status }: BookedJob,
  { chargedCredits, refundedCredits, owedCredits }: Credits,
): Kind {
  if (refundedCredits > chargedCredits) return 'refund_too_large'
  if (owedCredits === 0) return 'refund_without_failure'
  if (status === 'completed') return 'partial_refund_wrong'
  return refundedCredits === 0 ? 'refund_missing' : 'refund_too_small'
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** All of a job that failed, the missing files of one that is completed, nothing of an open one. */
function owedFor({ status, cost_credits, n, files }: BookedJob): number {
  if (status === 'failed' || status === 'stalled') return cost_credits
  return status === 'completed' ? Math.round((cost_credits * (n - files)) / n) : 0
}

const isOpen = ({ status }: BookedJob): boolean => status === 'queued' || status === 'processing'

function judgeTries(job: BookedJob, add: AddFinding): void {
  const accepted = job.tries.filter(({ state }) => state === 'accepted')
  if (job.status === 'completed' && accepted.length === 0)
    add({ kind: 'completed_without_try', mediaId: job.id, provider: job.provider })
  for (const one of job.tries) {
    const about = aboutTry(one)
    if (accepted.some(({ part, try: earlier }) => part === one.part && earlier < one.try))
      add({ kind: 'try_after_accepted', ...about })
    if (one.is_bound_before) add({ kind: 'job_bound_twice', ...about })
    if (isLeftOpen(job, one) || isResultLost(job, one))
      add({ kind: 'try_never_ended', ...about, ...possible(one) })
    if (isUnknown(job, one)) add({ kind: 'unknown_try', ...about, ...possible(one) })
  }
  // Of parts that were all made, nobody knows whose file was lost.
  const made = new Set(job.tries.filter(isPaidFor).map(({ part }) => part)).size
  if (job.status === 'completed' && made > job.files)
    add({ kind: 'try_never_ended', mediaId: job.id, provider: job.provider })
}

/** The ids of a try, and when it was recorded. */
const aboutTry = (one: BookedTry) => ({
  provider: one.provider,
  mediaId: one.media_id,
  try: one.try,
  part: one.part,
  ...(one.handle && { jobId: one.handle.jobId }),
  at: one.started_at.toISOString(),
})

const possible = ({ reported_cost_micros, expected_cost_micros }: BookedTry) => {
  const micros = reported_cost_micros ?? expected_cost_micros
  return micros === null ? {} : { possibleMicros: micros }
}

/** The provider has the job, and we ended ours without its result, for no reason that we know. */
export const isLeftOpen = (job: BookedJob, one: BookedTry): boolean =>
  isWithoutEnd(job, one) && !isGivenUp(job, one)

/**
 * The window of the job closed before the provider had made it, which is told that nobody waits any more.
 * That is no discrepancy, unless the provider made it and bills it all the same.
 */
export function isGivenUp(job: BookedJob, one: BookedTry): boolean {
  const isLate = job.status === 'stalled' || (job.status === 'completed' && job.files < job.n)
  return isLate && isWithoutEnd(job, one) && !isMade(one)
}

/** Files that came with the answer, or a price that the provider told: it has made them. */
const isMade = ({ handle, reported_cost_micros }: BookedTry): boolean =>
  handle?.stored !== undefined || (reported_cost_micros ?? 0) > 0

/**
 * The try of a job of one part ends with its media when that is completed; only a try of several has an end
 * of its own.
 */
function isWithoutEnd(job: BookedJob, { state, ended_at }: BookedTry): boolean {
  if (state !== 'accepted' || ended_at !== null || isOpen(job)) return false
  return job.status !== 'completed' || new Set(job.tries.map(({ part }) => part)).size > 1
}

/** The provider ended it without an error that it told, and it has a price. */
const isPaidFor = ({ state, ended_at, error_class: error, ...costs }: BookedTry): boolean =>
  state === 'accepted' &&
  ended_at !== null &&
  (error === null || error === 'expired') &&
  (costs.reported_cost_micros ?? costs.expected_cost_micros ?? 0) > 0

/** It was made and paid, and its files could not be had or stored: the job failed. */
const isResultLost = (job: BookedJob, one: BookedTry): boolean =>
  (job.status === 'failed' || job.status === 'stalled') && isPaidFor(one)

/** Sent, as far as we know, and not answered. An intent of an open job is answered yet. */
export const isUnknown = (job: BookedJob, { state }: BookedTry): boolean =>
  state === 'unknown' || (state === 'intent' && !isOpen(job))

function judgeMode(job: BookedJob, { isSimulated, isProduction }: JudgedBy, add: AddFinding): void {
  for (const one of job.tries) {
    if (job.mode === 'test' && !isSimulated(one.provider))
      add({ kind: 'test_job_at_provider', ...aboutTry(one) })
    if (job.mode === 'live' && isProduction && isSimulated(one.provider))
      add({ kind: 'live_job_at_simulator', ...aboutTry(one) })
  }
}
