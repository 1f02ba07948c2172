/*
 * Whether submits are sent to a provider. One for each provider and process, in memory: a process that starts
 * learns within a few submits what the others know.
 *
 *   closed --5 failures in a row within 30 s, or 1 that says "your account is shut"--> open for 2 s
 *   open   --its time is over--> one probe at a time
 *   probe  --failed--> open for twice as long, 15 s at most
 *   probe  --answered--> closed
 *
 * A provider that works again is noticed within 30 s: 15 s, a probe that hung before for 8 s, and the wait of
 * a job until it asks again.
 */

/** `answered`: it takes jobs. `failed`: nobody knows, or not now. `shut`: it takes none of ours. */
export type Outcome = 'answered' | 'failed' | 'shut'

export type Breaker = {
  /** The failures since the last answer, while it is closed. */
  failedAt: readonly number[]
  /** Null while it is closed. `probeUntil`: a probe is on its way, and no other is sent before. */
  open: { until: number; forMs: number; probeUntil: number | null } | null
}

const FAILURES = 5
const FAILURES_WITHIN_MS = 30_000
const OPEN_MS = 2_000
const OPEN_MAX_MS = 15_000
/** A probe may be held while the files are made. The next one does not wait for that. */
const PROBE_MS = 15_000

export const closedBreaker: Breaker = { failedAt: [], open: null }

/** The state after a submit. */
export function nextBreaker(breaker: Breaker, outcome: Outcome, now: number): Breaker {
  if (outcome === 'answered') return closedBreaker
  const { open } = breaker
  // Submits that were under way when it opened say nothing new.
  if (open && open.probeUntil === null) return breaker
  if (open) return openFor(Math.min(open.forMs * 2, OPEN_MAX_MS), now)
  const failedAt = [...breaker.failedAt.filter((at) => at > now - FAILURES_WITHIN_MS), now]
  if (outcome === 'shut' || failedAt.length >= FAILURES) return openFor(OPEN_MS, now)
  return { failedAt, open: null }
}

const openFor = (forMs: number, now: number): Breaker => ({
  failedAt: [],
  open: { until: now + forMs, forMs, probeUntil: null },
})

/** Whether a submit may be sent now, and whether it would be a probe. */
export function passOf({ open }: Breaker, now: number): 'free' | 'probe' | 'none' {
  if (!open) return 'free'
  return now >= open.until && now >= (open.probeUntil ?? 0) ? 'probe' : 'none'
}

export const startProbe = (breaker: Breaker, now: number): Breaker =>
  breaker.open ? { ...breaker, open: { ...breaker.open, probeUntil: now + PROBE_MS } } : breaker

/** The probe was not sent. */
export const dropProbe = (breaker: Breaker): Breaker =>
  breaker.open ? { ...breaker, open: { ...breaker.open, probeUntil: null } } : breaker
