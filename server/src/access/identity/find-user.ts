import type { Rows } from '#platform/db'

export type User = { id: string; email: string; role: 'user' | 'admin' }

export const findUserByEmail = (db: Rows, email: string): Promise<User | undefined> =>
  db.row<User>(`select id, email, role from users where email = $1`, [email.toLowerCase()])
