import type { Owner } from '#access/identity'
import type { Rows, Tx } from '#platform/db'

/** An owner's row in the index. `records` is their number at the last count, 0 before the first. */
export type SearchOwner = { id: number; records: number }

export const findSearchOwner = (db: Rows, owner: Owner): Promise<SearchOwner | undefined> =>
  db.row<SearchOwner>(`select id, records from search_owners where user_id = $1 and mode = $2`, [
    owner.userId,
    owner.mode,
  ])

/** The row is created with the first record of an owner. */
export async function findOrCreateSearchOwner(tx: Tx, owner: Owner): Promise<SearchOwner> {
  const known = await findSearchOwner(tx, owner)
  if (known) return known
  const created = await tx.row<SearchOwner>(
    `insert into search_owners (user_id, mode) values ($1, $2)
     on conflict (user_id, mode) do update set mode = excluded.mode returning id, records`,
    [owner.userId, owner.mode],
  )
  return created as SearchOwner
}
