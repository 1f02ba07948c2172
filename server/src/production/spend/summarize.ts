import { isGivenUp, isUnknown } from './judge-job.ts'
import type { BookedJob } from './read-jobs.ts'

/** What one provider was asked for, and what it cost. `billedMicros` is null when its bill was not read. */
export type ProviderSummary = {
  provider: string
  jobs: number
  tries: number
  accepted: number
  refused: number
  unknown: number
  /** What the accepted tries cost by our records, and what unknown ones and those given up may have. */
  recordedMicros: number
  possibleMicros: number
  billedLines: number
  billedMicros: number | null
  /** Lines of the same account for something else. */
  otherMicros: number
  chargedCredits: number
  refundedCredits: number
}

export const newSummary = (provider: string): ProviderSummary => ({
  provider,
  jobs: 0,
  tries: 0,
  accepted: 0,
  refused: 0,
  unknown: 0,
  recordedMicros: 0,
  possibleMicros: 0,
  billedLines: 0,
  billedMicros: null,
  otherMicros: 0,
  chargedCredits: 0,
  refundedCredits: 0,
})

/** Adds a job: its credits to the provider in use, each try to the one it was sent to. */
export function countJob(find: (provider: string) => ProviderSummary, job: BookedJob): void {
  const own = find(job.provider)
  own.jobs++
  for (const { kind, amount } of job.entries)
    if (kind === 'charge') own.chargedCredits -= amount
    else own.refundedCredits += amount
  for (const one of job.tries) {
    const summary = find(one.provider)
    const micros = one.reported_cost_micros ?? one.expected_cost_micros ?? 0
    summary.tries++
    if (one.state === 'refused') summary.refused++
    if (one.state === 'accepted') {
      summary.accepted++
      if (isGivenUp(job, one)) summary.possibleMicros += micros
      else summary.recordedMicros += micros
    }
    if (isUnknown(job, one)) {
      summary.unknown++
      summary.possibleMicros += micros
    }
  }
}
