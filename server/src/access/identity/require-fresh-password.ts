import { Refusal } from '#platform/refusal'
import type { LiveSession } from './session-row.ts'

/**
 * An unattended browser must not be enough to get a secret that outlives the session,
 * or to erase an account.
 */
export function requireFreshPassword(session: LiveSession): void {
  if (session.isFresh) return
  throw new Refusal('unauthorized', 'This is allowed only within 15 minutes of logging in. Log in again.')
}
