import { Refusal } from '#platform/refusal'
import type { LiveSession } from './session-row.ts'

/** A browser that was left open must not be enough to get a secret that outlives it. */
export function requireFreshPassword(session: LiveSession): void {
  if (session.isFresh) return
  throw new Refusal('unauthorized', 'A secret is shown only within 15 minutes of logging in. Log in again.')
}
