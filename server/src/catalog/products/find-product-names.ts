import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** The names of the owner's products by their ids. A product that is not the owner's, or erased, has none. */
export async function findProductNames(db: Rows, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ id: string; name: string }>(
    `select id, name from products
     where user_id = $1 and mode = $2 and id = any($3::text[]) and erased_at is null`,
    [owner.userId, owner.mode, ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
