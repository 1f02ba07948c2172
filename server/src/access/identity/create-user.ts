import { hash } from '@node-rs/argon2'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'

export type NewUser = {
  id?: string
  email: string
  passwordHash: string
  role?: 'user' | 'admin'
  /** For a password that the user did not choose. */
  isFirstPassword?: boolean
}

/** A password that others have seen must not stay: its user chooses another within a day. */
export const FIRST_PASSWORD_HOURS = 24

/** Argon2id, 19 MiB, two passes: the minimum of OWASP, about 20 ms. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Returns the id of the new user, or undefined when the e-mail address is taken. */
export async function createUser(db: Rows, user: NewUser): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(
    `insert into users (id, email, password_hash, role, password_ends_at)
     values ($1, $2, $3, $4, clock_timestamp() + make_interval(hours => $5))
     on conflict (email) do nothing returning id`,
    [
      user.id ?? newId('user'),
      user.email.toLowerCase(),
      user.passwordHash,
      user.role ?? 'user',
      user.isFirstPassword ? FIRST_PASSWORD_HOURS : null,
    ],
  )
  return row?.id
}
