import type { AcceptBody, SignUp } from '@atelier/contract'
import type { LiveSession } from '#access/identity'
import type { Db } from '#platform/db'
import { deadLink, enterByLink } from './enter-by-link.ts'

/** Makes the user whom an invitation names, with the password that the user chose. */
export function acceptInvitation(
  db: Db,
  allowed: SignUp,
  { token, password }: AcceptBody,
): Promise<{ token: string; session: LiveSession }> {
  if (allowed === 'closed') throw deadLink()
  return enterByLink(db, { kind: 'invitation', token, password, role: 'user' })
}
