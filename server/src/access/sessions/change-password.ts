import type { PasswordBody } from '@atelier/contract'
import { hashPassword, insertSession, type LiveSession, verifyPassword } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'

/**
 * Sets a new password. One commit ends every session of the user and begins a new one for this browser, so
 * that neither the old password nor a token leads in. A change that another one overtook is refused.
 */
export async function changePassword(
  db: Db,
  session: LiveSession,
  { oldPassword, newPassword }: PasswordBody,
): Promise<{ token: string; session: LiveSession }> {
  const { id } = session.user
  const user = await db.row<{ password_hash: string }>(`select password_hash from users where id = $1`, [id])
  if (!(await verifyPassword(user?.password_hash, oldPassword))) throw wrongPassword()
  const passwordHash = await hashPassword(newPassword)
  return db.transaction(async (tx) => {
    const changed = await tx.row(
      `update users set password_hash = $3, password_ends_at = null
       where id = $1 and password_hash = $2 returning id`,
      [id, user?.password_hash, passwordHash],
    )
    if (!changed) throw wrongPassword()
    const provedAt = await readProofOfFactor(tx, session)
    await tx.row(`delete from sessions where user_id = $1`, [id])
    return insertSession(tx, id, provedAt)
  })
}

/**
 * With a second factor on, the password alone proves nothing new: the session is as fresh as the log-in with
 * a code was. Otherwise a stolen cookie and the password would be enough to switch the factor off.
 */
async function readProofOfFactor(tx: Tx, { user, digest }: LiveSession): Promise<Date | undefined> {
  const factor = await tx.row<{ proved_at: Date | null }>(
    `select s.proved_at from second_factors f
     left join sessions s on s.user_id = f.user_id and s.digest = $2
     where f.user_id = $1 and f.confirmed_at is not null`,
    [user.id, digest],
  )
  if (!factor) return undefined
  if (!factor.proved_at) throw new Refusal('unauthorized', 'This session has ended. Log in again.')
  return factor.proved_at
}

const wrongPassword = () =>
  new Refusal('unauthorized', 'The old password is wrong. The password and all sessions stay as they are.')
