import type { OpenSession } from '@atelier/contract'
import { IS_ALIVE, type LiveSession } from '#access/identity'
import type { Rows } from '#platform/db'

type Row = { id: string; created_at: Date; seen_at: Date; current: boolean }

/** A session is named by the first bytes of its digest: enough to choose one, and useless as a token. */
export const SESSION_ID = `encode(substr(s.digest, 1, 8), 'hex')`

/** The sessions that are still alive, the newest first. */
export async function listSessions(db: Rows, session: LiveSession): Promise<OpenSession[]> {
  const rows = await db.rows<Row>(
    `select ${SESSION_ID} as id, s.created_at, s.seen_at, s.digest = $2 as current from sessions s
     where s.user_id = $1 and ${IS_ALIVE} order by s.created_at desc, s.digest`,
    [session.user.id, session.digest],
  )
  return rows.map(({ id, created_at, seen_at, current }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastSeenAt: seen_at.toISOString(),
    current,
  }))
}
