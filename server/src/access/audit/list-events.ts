import type { AuditEvent, PageQuery } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'

export type EventRow = {
  id: string
  actor_kind: AuditEvent['actor']['kind']
  actor_id: string
  action: string
  subject_id: string
  changes: Record<string, unknown>
  created_at: Date
}

/** What was changed in the account of a user, newest first. */
export async function listEvents(
  db: Rows,
  userId: string,
  query: PageQuery,
): Promise<{ events: AuditEvent[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(query.cursor, 'event')
  const rows = await db.rows<EventRow>(
    `select id, actor_kind, actor_id, action, subject_id, changes, created_at from audit_events
     where user_id = $1 and (created_at, id) < ($2, $3::text)
     order by created_at desc, id desc limit $4`,
    [userId, createdAt, id, query.limit + 1],
  )
  const { shown, nextCursor } = pageOf(rows, query.limit)
  return { events: shown.map(presentEvent), nextCursor }
}

const KNOWN_ACTORS: readonly string[] = ['session', 'client']

export const presentEvent = (row: EventRow): AuditEvent => ({
  id: row.id,
  action: row.action,
  // The name of an operator is for other operators.
  actor: { kind: row.actor_kind, id: KNOWN_ACTORS.includes(row.actor_kind) ? row.actor_id : null },
  subjectId: row.subject_id,
  changes: row.changes,
  createdAt: row.created_at.toISOString(),
})
