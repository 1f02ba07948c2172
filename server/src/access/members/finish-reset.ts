import type { NewPasswordBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { hashPassword } from '#access/identity'
import { digestOfToken } from '#access/links'
import { refuseKnownPassword } from '#access/passwords'
import type { Db } from '#platform/db'
import { deadLink } from './enter-by-link.ts'

/**
 * Sets a new password with the link of a mail. One commit uses the link and ends every session. It begins
 * none: a second factor that is on is asked for at the log-in.
 */
export async function finishReset(db: Db, { token, password }: NewPasswordBody): Promise<void> {
  const digest = digestOfToken(token)
  if (!digest) throw deadLink()
  refuseKnownPassword(password, '', 'password')
  // Before the link is looked for, so that one that leads nowhere takes as long.
  const passwordHash = await hashPassword(password)
  const found = await db.row<{ user_id: string; email: string }>(
    `select user_id, email from find_reset_link($1)`,
    [digest],
  )
  if (!found) throw deadLink()
  const { user_id: id, email } = found
  refuseKnownPassword(password, email, 'password')
  await asActor(db.forOwner(id), { kind: 'session', id }).transaction(async (tx) => {
    const used = await tx.row<{ is_used: boolean }>(`select use_reset_link($1, $2) as is_used`, [digest, id])
    if (!used?.is_used) throw deadLink()
    await tx.row(`update users set password_hash = $2, password_ends_at = null where id = $1`, [
      id,
      passwordHash,
    ])
    await tx.row(`delete from sessions where user_id = $1`, [id])
  })
}
