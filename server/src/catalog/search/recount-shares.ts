import type { Db } from '#platform/db'
import { countShares } from './count-shares.ts'

/** Counts for every owner how common lexemes are; the rest of the time this is done as records come in. */
export async function recountShares(db: Db): Promise<void> {
  const owners = await db.rows<{ id: number }>(`select id from search_owners order by id`)
  for (const { id } of owners) await db.transaction((tx) => countShares(tx, id))
}
