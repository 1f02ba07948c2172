import type { Db } from '#platform/db'

/** Sets a new password and ends every session of the user. `hours`: for one that the user did not choose. */
export const resetPassword = (
  db: Db,
  userId: string,
  passwordHash: string,
  hours: number | null = null,
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.row(
      `update users set password_hash = $2,
         password_ends_at = clock_timestamp() + make_interval(hours => $3) where id = $1`,
      [userId, passwordHash, hours],
    )
    await tx.row(`delete from sessions where user_id = $1`, [userId])
  })
