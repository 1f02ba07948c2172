import { isIdOf } from '@atelier/contract'
import type { Rows } from '#platform/db'

export type User = { id: string; email: string; role: 'user' | 'admin' }

export const findUser = (db: Rows, emailOrId: string): Promise<User | undefined> =>
  isIdOf('user', emailOrId)
    ? db.row<User>(`select id, email, role from users where id = $1`, [emailOrId])
    : db.row<User>(`select id, email, role from users where email = $1`, [emailOrId.toLowerCase()])

/** Those of the users who are neither suspended nor erased. */
export async function readActiveUsers(db: Rows, ids: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    `select id from users where id = any($1::text[]) and suspended_at is null and erased_at is null`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
