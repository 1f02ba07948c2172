import type { Language, SignUp } from '@atelier/contract'
import { digestOf } from '#access/identity'
import { linkTo, newToken } from '#access/links'
import { queueMail } from '#access/mail'
import type { MailSettings } from '#platform/config'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'

const CLOSED =
  'Nobody can be invited here: SIGN_UP is `closed`. An operator creates users with `pnpm admin create-user`.'

type Settings = { publicUrl: string; signUp: SignUp; mail: MailSettings | undefined }
type Invited = { email: string; language?: Language | undefined; invitedBy: string | null }

/**
 * Invites an address for seven days, also by mail where mail is sent. `invitedBy`: the admin; null for an
 * operator. Whether the address has an account is not looked at: its link would make no second one. Where
 * nobody can accept an invitation, none is made.
 */
export async function inviteUser(
  db: Db,
  { publicUrl, signUp, mail }: Settings,
  { email, language = 'en', invitedBy }: Invited,
): Promise<{ id: string; link: string; mailed: boolean }> {
  if (signUp === 'closed') throw new Refusal('not_found', CLOSED)
  const id = newId('invitation')
  const token = newToken()
  const address = email.toLowerCase()
  await db.transaction(async (tx) => {
    await tx.row(`select make_invitation($1, $2, $3, $4)`, [id, digestOf(token), address, invitedBy])
    if (mail) await queueMail(tx, { kind: 'invitation', address, language, facts: { invitation: id } })
  })
  return { id, link: linkTo(publicUrl, 'invitation', token), mailed: mail !== undefined }
}
