import type { Db } from '#platform/db'

/**
 * Suspends a user or ends the suspension. Keys of a suspended user are refused within 5 s, sessions end at
 * once and for ever; jobs that were accepted before run to their end. False when the user already is in that
 * state.
 */
export const setSuspended = (db: Db, userId: string, isSuspended: boolean): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await tx.row(
      `update users set suspended_at = case when $2 then clock_timestamp() end
       where id = $1 and (suspended_at is not null) <> $2 returning id`,
      [userId, isSuspended],
    )
    if (row && isSuspended) await tx.row(`delete from sessions where user_id = $1`, [userId])
    return row !== undefined
  })
