import type { SignUp } from '@atelier/contract'
import { digestOf } from '#access/identity'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { linkTo, newToken } from './one-time-link.ts'

const CLOSED =
  'Nobody can be invited here: SIGN_UP is `closed`. An operator creates users with `pnpm admin create-user`.'

/**
 * Invites an address for seven days. `invitedBy`: the admin; null for an operator. Whether the address has
 * an account is not looked at: its link would make no second one. Where nobody can accept an invitation,
 * none is made.
 */
export async function inviteUser(
  db: Rows,
  { publicUrl, signUp }: { publicUrl: string; signUp: SignUp },
  { email, invitedBy }: { email: string; invitedBy: string | null },
): Promise<{ id: string; link: string }> {
  if (signUp === 'closed') throw new Refusal('not_found', CLOSED)
  const id = newId('invitation')
  const token = newToken()
  await db.row(`select make_invitation($1, $2, $3, $4)`, [
    id,
    digestOf(token),
    email.toLowerCase(),
    invitedBy,
  ])
  return { id, link: linkTo(publicUrl, 'invitation', token) }
}
