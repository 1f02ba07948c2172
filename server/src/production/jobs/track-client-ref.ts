import type { Owner } from '#access/identity'
import type { Order } from '#production/orders'

/** How many submits of one clientRef this process handles now. */
const submits = new Map<string, number>()

/** Whether another submit with the same clientRef is under way, until `end` is called. */
export type ClientRefTrack = { hasTwin(): boolean; end(): void }

/**
 * A submit that waits too long for a lock cannot see who holds it. When a submit with the same clientRef runs
 * in this process, the caller is told so; otherwise only that the service is busy.
 */
export function trackClientRef({ userId, mode }: Owner, { kind, clientRef }: Order): ClientRefTrack {
  if (clientRef === null) return { hasTwin: () => false, end: () => undefined }
  const name = JSON.stringify([userId, mode, kind, clientRef])
  const count = () => submits.get(name) ?? 0
  submits.set(name, count() + 1)
  return {
    hasTwin: () => count() > 1,
    end: () => (count() > 1 ? submits.set(name, count() - 1) : submits.delete(name)),
  }
}
