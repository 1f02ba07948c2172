import type { Rows, Tx } from '#platform/db'

/** Empties the name; from the commit on the product is answered 410. Returns the former names. */
const erase = async (tx: Tx, condition: string, value: string): Promise<{ id: string; name: string }[]> =>
  tx.rows(
    `update products set erased_at = clock_timestamp(), name = '' where erased_at is null and ${condition}
     returning id, old.name`,
    [value],
  )

export const eraseProduct = (tx: Tx, id: string) => erase(tx, 'id = $1', id)

export const eraseProductsOfUser = (tx: Tx, userId: string) => erase(tx, 'user_id = $1', userId)

/** Whose product it is, and when it was erased. */
export const findProductOwner = (
  db: Rows,
  id: string,
): Promise<{ userId: string; erasedAt: Date | null } | undefined> =>
  db.row(`select user_id as "userId", erased_at as "erasedAt" from products where id = $1`, [id])
