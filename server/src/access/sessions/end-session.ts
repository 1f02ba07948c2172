import { type LiveSession, requireFreshPassword } from '#access/identity'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { SESSION_ID } from './list-sessions.ts'

/**
 * Ends a session of the same user, at once in every process. With a fresh proof: who finds an open browser
 * must not be able to put its owner out elsewhere.
 */
export async function endSession(db: Rows, session: LiveSession, id: string): Promise<void> {
  requireFreshPassword(session)
  const row = /^[0-9a-f]{16}$/.test(id)
    ? await db.row(`delete from sessions s where s.user_id = $1 and ${SESSION_ID} = $2 returning s.user_id`, [
        session.user.id,
        id,
      ])
    : undefined
  if (!row) throw new Refusal('not_found', 'You have no session with this id.')
}
