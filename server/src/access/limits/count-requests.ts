import type { RateClass } from '@atelier/contract'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { IncompleteRequest, Refusal } from '#platform/refusal'
import {
  type Counted,
  peekSlot,
  type RateLimitSlot,
  refuseIfFull,
  slotHeaders,
  takeSlot,
} from './take-slot.ts'

/** Counts the requests of one owner in one rate class. */
export type RequestCounter = {
  /** Takes a slot inside the commit of an accepted request; a rollback gives it back. */
  take(tx: Tx): Promise<RateLimitSlot>
  /** The state of the window. Takes no slot. */
  peek(): Promise<RateLimitSlot>
  /** Refuses a request when the window is full, before it waits for a lock. */
  refuseIfFull(): Promise<void>
  /** Takes a slot for a refused request and returns the refusal with the rate-limit headers. */
  countRefusal(refusal: Refusal): Promise<Refusal>
  /** The headers of a replay, which takes no slot. */
  replayHeaders(): Promise<Record<string, string>>
}

/**
 * For submits and reports, which are idempotent: a replay must not be counted, and only the handler knows
 * whether a request is one. All other classes are counted before the handler runs.
 */
export function countRequests(app: App, counted: Counted, of: RateClass): RequestCounter {
  const limit = app.config.rateLimits[of]
  const peek = () => peekSlot(app.db, counted, of, limit)
  return {
    peek,
    take: (tx) => takeSlot(tx, counted, of, limit),
    refuseIfFull: () => refuseIfFull(app.db, counted, of, limit),
    async countRefusal(refusal) {
      if (!isCounted(refusal)) return refusal
      const headers = { ...refusal.headers, ...slotHeaders(await takeSlot(app.db, counted, of, limit)) }
      return new Refusal(refusal.code, refusal.message, refusal.extra, headers)
    },
    replayHeaders: async () => ({ ...slotHeaders(await peek()), 'idempotent-replayed': 'true' }),
  }
}

/** A full window, trouble on our side and a body that never arrived are not the caller's requests. */
const isCounted = (refusal: Refusal): boolean =>
  refusal.code !== 'rate_limited' && refusal.status < 500 && !(refusal instanceof IncompleteRequest)
