import { RATE_WINDOW_MS } from '@atelier/contract'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#platform/refusal'
import type { RateLimitSlot } from './take-slot.ts'

/** Names that are remembered. Beyond it the one that was counted the longest ago is forgotten. */
const NAMES_MAX = 10_000

/** Counts requests by name in a sliding minute, in the memory of this process. */
export type OuterLimit = {
  /** Counts a request, with a higher weight if it costs more, or refuses it. */
  take(name: string, weight?: number): RateLimitSlot
  /** What was counted last turned out to be harmless. */
  giveBack(name: string): void
}

/**
 * A limit far above honest use, for requests that are not counted in the database: those of unknown keys
 * and sessions, replays, and the looks of open pages. `describe` is the sentence that a refused caller reads.
 */
export function newOuterLimit(limit: number, describe: (limit: number) => string): OuterLimit {
  const names = new LRUCache<string, number[]>({ max: NAMES_MAX, ttl: RATE_WINDOW_MS, updateAgeOnGet: true })
  return {
    take(name, weight = 1) {
      const now = performance.now()
      const stamps = (names.get(name) ?? []).filter((stamp) => now - stamp < RATE_WINDOW_MS)
      const tooMany = stamps.length + weight - limit
      names.set(name, stamps)
      if (tooMany > 0) throw refuse((stamps[tooMany - 1] ?? now) + RATE_WINDOW_MS - now)
      for (let counted = 0; counted < weight; counted++) stamps.push(now)
      const nowMs = Date.now()
      const resetMs = Math.ceil(nowMs + (stamps[0] ?? now) + RATE_WINDOW_MS - now)
      return { limit, remaining: limit - stamps.length, resetMs, nowMs }
    },
    giveBack: (name) => void names.get(name)?.pop(),
  }

  function refuse(waitMs: number): Refusal {
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
    return new Refusal(
      'rate_limited',
      `${describe(limit)} Send the request again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
      {
        'retry-after': String(retryAfterSeconds),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(Date.now() + waitMs)),
      },
    )
  }
}
