import type { ListedUser, PageQuery } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'

type Row = {
  id: string
  email: string
  role: 'user' | 'admin'
  created_at: Date
  suspended_at: Date | null
  erased_at: Date | null
  active_keys: number
  last_seen_at: Date | null
  has_second_factor: boolean
}

/** Users for an admin, newest first. The database refuses everybody else. */
export async function listAllUsers(
  db: Rows,
  query: PageQuery,
): Promise<{ users: ListedUser[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(query.cursor, 'user')
  const rows = await db.rows<Row>(`select * from list_all_users($1, $2, $3)`, [
    createdAt,
    id,
    query.limit + 1,
  ])
  const { shown, nextCursor } = pageOf(rows, query.limit)
  return { users: shown.map(presentUser), nextCursor }
}

const presentUser = (row: Row): ListedUser => ({
  id: row.id,
  email: row.email,
  role: row.role,
  createdAt: row.created_at.toISOString(),
  suspendedAt: row.suspended_at?.toISOString() ?? null,
  erasedAt: row.erased_at?.toISOString() ?? null,
  activeKeys: row.active_keys,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  secondFactor: row.has_second_factor,
})
