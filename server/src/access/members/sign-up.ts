import type { SignUp, SignUpBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { createUser, hashPassword } from '#access/identity'
import { refuseKnownPassword } from '#access/passwords'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'

/** Makes a user where everybody may come in. A taken address changes nothing and costs the same. */
export async function signUp(db: Db, allowed: SignUp, { email, password }: SignUpBody): Promise<void> {
  if (allowed !== 'open') throw new Refusal('not_found', 'Nobody can sign up here. Ask for an invitation.')
  refuseKnownPassword(password, email, 'password')
  const passwordHash = await hashPassword(password)
  const id = newId('user')
  await createUser(asActor(db.forOwner(id), { kind: 'session', id }), { id, email, passwordHash })
}
