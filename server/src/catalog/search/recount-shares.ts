import type { Db } from '#platform/db'
import { countShares } from './count-shares.ts'

/** Counts the document shares of every owner. Normally they are counted as records are added. */
export async function recountShares(db: Db): Promise<void> {
  const owners = await db.rows<{ id: number }>(`select id from search_owners order by id`)
  for (const { id } of owners) await db.transaction((tx) => countShares(tx, id))
}
