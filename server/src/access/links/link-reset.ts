import { digestOf } from '#access/identity'
import type { Rows } from '#platform/db'
import { linkTo, newToken } from './one-time-link.ts'

/** A link that sets a new password, once, within an hour. Undefined for who may not log in. */
export async function linkReset(db: Rows, publicUrl: string, userId: string): Promise<string | undefined> {
  const token = newToken()
  const row = await db.row<{ made: boolean }>(`select add_reset_link($1, $2) as made`, [
    digestOf(token),
    userId,
  ])
  return row?.made ? linkTo(publicUrl, 'reset', token) : undefined
}
