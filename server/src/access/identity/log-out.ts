import type { Rows } from '#platform/db'
import type { LiveSession } from './session-row.ts'

/** At once and everywhere: no process remembers a session. */
export async function logOut(db: Rows, session: LiveSession): Promise<void> {
  await db.row(`delete from sessions where digest = $1`, [session.digest])
}
