import { isIdOf } from '@atelier/contract'
import type { Rows } from '#platform/db'

export type User = { id: string; email: string; role: 'user' | 'admin' }

export const findUser = (db: Rows, emailOrId: string): Promise<User | undefined> =>
  isIdOf('user', emailOrId)
    ? db.row<User>(`select id, email, role from users where id = $1`, [emailOrId])
    : db.row<User>(`select id, email, role from users where email = $1`, [emailOrId.toLowerCase()])
