import type { Rows } from '#platform/db'

/**
 * Suspends a user or ends the suspension. Keys and sessions of a suspended user are refused within 5 s; jobs
 * that were accepted before run to their end. False when the user already is in that state.
 */
export async function setSuspended(db: Rows, userId: string, isSuspended: boolean): Promise<boolean> {
  const row = await db.row(
    `update users set suspended_at = case when $2 then clock_timestamp() end
     where id = $1 and (suspended_at is not null) <> $2 returning id`,
    [userId, isSuspended],
  )
  return row !== undefined
}
