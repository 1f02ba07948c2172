import type { SignUp, VerificationBody } from '@atelier/contract'
import type { LiveSession } from '#access/identity'
import type { Db } from '#platform/db'
import { deadLink, enterByLink } from './enter-by-link.ts'

/**
 * Makes the user of a sign-up whose mail was opened. The password is chosen here and not before: who signed
 * up with the address of another person would know it.
 */
export function verifyAddress(
  db: Db,
  allowed: SignUp,
  { token, password }: VerificationBody,
): Promise<{ token: string; session: LiveSession }> {
  if (allowed !== 'open') throw deadLink()
  return enterByLink(db, { kind: 'sign_up', token, password, role: 'user' })
}
