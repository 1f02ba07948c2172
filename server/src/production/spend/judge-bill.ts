import type { Handle } from '#platform/providers'
import type { AddFinding } from './finding.ts'

/** A try that a provider accepted, as it is compared with the bill. Times are epoch milliseconds. */
export type BoughtTry = {
  provider: string
  mediaId: string
  try: number
  part: number
  handle: Handle
  startedAt: number
  reportedMicros: number | null
  expectedMicros: number | null
  /** Its files were delivered, so it must be on the bill. A failed one may be, or not. */
  isDelivered: boolean
  /** Nobody waited for it any more. It should not be on the bill. */
  isGivenUp: boolean
  /** False for a job from before the period: it is known, and not judged. */
  isJudged: boolean
}

export type BilledRow = { jobId: string; at: number; costMicros: number }

/** A bill may have a job this much later than we sent it; what is younger may not be on it yet. */
export const BILL_GRACE_MS = 6 * 3_600_000
const CLOCK_SLACK_MS = 600_000
/** By which share a cost may differ from what the provider itself said, and from what we expected. */
const TOLERANCE = { reported: 0.02, expected: 0.25 }
const TOLERANCE_MICROS = 1_000

/** Compares the tries with one job of the provider, of which there is usually one, with its lines. */
export function judgeBill(tries: BoughtTry[], rows: BilledRow[], now: number, add: AddFinding): void {
  const [bought] = tries
  if (!bought?.isJudged) return
  const about = {
    provider: bought.provider,
    mediaId: bought.mediaId,
    try: bought.try,
    part: bought.part,
    jobId: bought.handle.jobId,
  }
  const recordedMicros = bought.reportedMicros ?? bought.expectedMicros ?? undefined
  const recorded = recordedMicros === undefined ? {} : { recordedMicros }
  const billedMicros = rows.reduce((sum, { costMicros }) => sum + costMicros, 0)
  if (rows.length === 0) {
    const isDue = bought.isDelivered && bought.startedAt + BILL_GRACE_MS < now
    // Nothing billed for what costs nothing is right.
    if (isDue && recordedMicros !== 0) add({ kind: 'not_billed', ...about, ...recorded })
    return
  }
  if (rows.length > 1) {
    add({ kind: 'billed_twice', ...about, ...recorded, billedMicros })
    return
  }
  if (bought.isGivenUp) {
    if (billedMicros > 0) add({ kind: 'try_never_ended', ...about, ...recorded, billedMicros })
    return
  }
  for (const { at, costMicros } of rows)
    if (isOfAnotherDay(at, bought.startedAt))
      add({ kind: 'billed_on_another_day', ...about, at: inIso(at), billedMicros: costMicros })
  if (differs(bought, billedMicros)) add({ kind: 'cost_differs', ...about, ...recorded, billedMicros })
}

export const isOfAnotherDay = (billedAt: number, startedAt: number): boolean =>
  billedAt > startedAt + BILL_GRACE_MS || billedAt < startedAt - CLOCK_SLACK_MS

export const inIso = (at: number): string => new Date(at).toISOString()

function differs({ reportedMicros, expectedMicros }: BoughtTry, billedMicros: number): boolean {
  const recorded = reportedMicros ?? expectedMicros
  if (recorded === null) return false
  const share = reportedMicros === null ? TOLERANCE.expected : TOLERANCE.reported
  return Math.abs(billedMicros - recorded) > Math.max(TOLERANCE_MICROS, recorded * share)
}
