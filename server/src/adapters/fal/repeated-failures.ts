/** Three times over half a minute: fal repeats what fails for a moment inside its queue already. */
const COUNT_MIN = 3
const SPAN_MIN_MS = 30_000
/** More requests do not fail at the same time; the one that was seen first is forgotten. */
const REMEMBERED_MAX = 1_000

export type RepeatedFailures = {
  /** Notes a failed read of a request. True when the same failure came often enough to be its result. */
  note(requestId: string, signature: string): boolean
  forget(requestId: string): void
}

/**
 * A failed request answers a read of its result with 5xx, and so does a disturbance. Only repetition tells
 * them apart. The memory is this process's: a restart makes the verdict later, never wrong.
 */
export function newRepeatedFailures(now: () => number = Date.now): RepeatedFailures {
  const seen = new Map<string, { signature: string; firstAt: number; count: number }>()
  return {
    note: (requestId, signature) => {
      const before = seen.get(requestId)
      const same = before?.signature === signature ? before : { signature, firstAt: now(), count: 0 }
      seen.delete(requestId)
      seen.set(requestId, { ...same, count: same.count + 1 })
      const oldest = seen.keys().next().value
      if (seen.size > REMEMBERED_MAX && oldest !== undefined) seen.delete(oldest)
      return same.count + 1 >= COUNT_MIN && now() - same.firstAt >= SPAN_MIN_MS
    },
    forget: (requestId) => {
      seen.delete(requestId)
    },
  }
}
