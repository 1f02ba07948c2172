import { Refusal } from '#platform/refusal'
import { isKnownPassword } from './is-known-password.ts'

/** Refuses a new password that a guesser tries first. Nothing is asked of another service. */
export function refuseKnownPassword(password: string, email: string, field: string): void {
  if (!isKnownPassword(password, email)) return
  throw new Refusal(
    'invalid_request',
    `${field} is among the first that are guessed. Take a sentence, or words that do not belong together.`,
    { field },
  )
}
