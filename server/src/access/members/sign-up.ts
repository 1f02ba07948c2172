import type { SignUp, SignUpBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { createUser, hashPassword } from '#access/identity'
import { queueMail } from '#access/mail'
import { refuseKnownPassword } from '#access/passwords'
import type { MailSettings } from '#platform/config'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'

/**
 * Begins an account where everybody may come in. Where mail is sent, a link goes to the address, and the
 * account is made when it is opened; a taken address gets another mail. Elsewhere the user is made at once; a
 * taken address changes nothing and costs the same.
 */
export async function signUp(
  db: Db,
  { signUp: allowed, mail }: { signUp: SignUp; mail: MailSettings | undefined },
  { email, password, language = 'en' }: SignUpBody,
): Promise<void> {
  if (allowed !== 'open') throw new Refusal('not_found', 'Nobody can sign up here. Ask for an invitation.')
  if (mail) return queueMail(db, { kind: 'verification', address: email, language, facts: {} })
  if (password === undefined)
    throw new Refusal('invalid_request', 'password is missing.', { field: 'password' })
  refuseKnownPassword(password, email, 'password')
  const passwordHash = await hashPassword(password)
  const id = newId('user')
  await createUser(asActor(db.forOwner(id), { kind: 'session', id }), { id, email, passwordHash })
}
