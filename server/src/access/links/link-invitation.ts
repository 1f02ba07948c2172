import { digestOf } from '#access/identity'
import type { Rows } from '#platform/db'
import { linkTo, newToken } from './one-time-link.ts'

/** One more link to an invitation, for a mail. Undefined when nobody can accept it any more. */
export async function linkInvitation(
  db: Rows,
  publicUrl: string,
  id: string,
): Promise<{ link: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const row = await db.row<{ expires_at: Date }>(`select expires_at from link_invitation($1, $2)`, [
    id,
    digestOf(token),
  ])
  return row && { link: linkTo(publicUrl, 'invitation', token), expiresAt: row.expires_at }
}
