import type { Db } from '#platform/db'

/** Sets a new password and ends every session of the user. */
export const resetPassword = (db: Db, userId: string, passwordHash: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.row(`update users set password_hash = $2 where id = $1`, [userId, passwordHash])
    await tx.row(`delete from sessions where user_id = $1`, [userId])
  })
