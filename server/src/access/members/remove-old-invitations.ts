import type { Rows } from '#platform/db'

/** Forgets links that nobody used, with their addresses, 30 days after they ended. For the worker. */
export async function removeOldInvitations(db: Rows): Promise<number> {
  const row = await db.row<{ removed: number }>(`select remove_old_invitations() as removed`)
  return row?.removed ?? 0
}
