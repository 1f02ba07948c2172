import type { Rows } from '#platform/db'
import type { LiveSession } from './session-row.ts'

/** Takes effect at once in every process: sessions are not cached. */
export async function logOut(db: Rows, session: LiveSession): Promise<void> {
  await db.row(`delete from sessions where digest = $1`, [session.digest])
}
