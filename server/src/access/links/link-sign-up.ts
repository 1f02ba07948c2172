import { digestOf } from '#access/identity'
import type { Rows } from '#platform/db'
import { linkTo, newToken } from './one-time-link.ts'

/** A link that makes an account for an address, once, within a day. Undefined where there is an account. */
export async function linkSignUp(db: Rows, publicUrl: string, email: string): Promise<string | undefined> {
  const token = newToken()
  const row = await db.row<{ made: boolean }>(`select add_sign_up_link($1, $2) as made`, [
    digestOf(token),
    email,
  ])
  return row?.made ? linkTo(publicUrl, 'verification', token) : undefined
}
