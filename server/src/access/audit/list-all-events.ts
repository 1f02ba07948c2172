import type { AccountEvent, AllEventsQuery, GrantRow, PageQuery } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { type EventRow, presentEvent } from './list-events.ts'

type OwnedRow = EventRow & { user_id: string }

/** What was changed in all accounts, newest first, for an admin. The database refuses everybody else. */
export async function listAllEvents(
  db: Rows,
  query: AllEventsQuery,
): Promise<{ events: AccountEvent[]; nextCursor: string | null }> {
  const { shown, nextCursor } = await readPage(db, query.action ?? null, query)
  const events = shown.map((row) => ({
    ...presentEvent(row),
    userId: row.user_id,
    actor: { kind: row.actor_kind, id: row.actor_id },
  }))
  return { events, nextCursor }
}

/** Who was granted credits, newest first, for an admin. The ledger of a user is for its owner. */
export async function listGrants(
  db: Rows,
  query: PageQuery,
): Promise<{ grants: GrantRow[]; nextCursor: string | null }> {
  const { shown, nextCursor } = await readPage(db, 'credits.granted', query)
  return { grants: shown.map(presentGrant), nextCursor }
}

async function readPage(db: Rows, action: string | null, { cursor, limit }: PageQuery) {
  const { createdAt, id } = readCursor(cursor, 'event')
  const rows = await db.rows<OwnedRow>(
    `select id, user_id, actor_kind, actor_id, action, subject_id, changes, created_at
     from list_all_events($1, $2, $3, $4)`,
    [action, createdAt, id, limit + 1],
  )
  return pageOf(rows, limit)
}

const presentGrant = (row: OwnedRow): GrantRow => ({
  id: row.subject_id,
  userId: row.user_id,
  amount: Number(row.changes.amount),
  mode: row.changes.mode === 'test' ? 'test' : 'live',
  grantedBy: { kind: row.actor_kind, id: row.actor_id },
  createdAt: row.created_at.toISOString(),
})
