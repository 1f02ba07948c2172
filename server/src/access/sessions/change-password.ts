import type { PasswordBody } from '@atelier/contract'
import { hashPassword, insertSession, type LiveSession, verifyPassword } from '#access/identity'
import type { Db } from '#platform/db'
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
      `update users set password_hash = $3 where id = $1 and password_hash = $2 returning id`,
      [id, user?.password_hash, passwordHash],
    )
    if (!changed) throw wrongPassword()
    await tx.row(`delete from sessions where user_id = $1`, [id])
    return insertSession(tx, id)
  })
}

const wrongPassword = () =>
  new Refusal('unauthorized', 'The old password is wrong. The password and all sessions stay as they are.')
