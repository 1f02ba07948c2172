import type { Owner } from '#access/identity'
import type { Rows, Tx } from '#platform/db'
import type { Memory } from './lock-memory.ts'

/** Saves what the plan of a product is drawn from. Its form is the business of the one who reads it. */
export async function saveOutlook(tx: Tx, memory: Memory, productId: string, outlook: object): Promise<void> {
  await tx.row(`update product_conclusions set outlook = $3 where memory_id = $1 and product_id = $2`, [
    memory.id,
    productId,
    JSON.stringify(outlook),
  ])
}

/** Null for a product without conclusions, or with those of an earlier release. */
export async function findOutlook<T>(db: Rows, owner: Owner, productId: string): Promise<T | null> {
  const row = await db.row<{ outlook: T | null }>(
    `select outlook from product_conclusions
     where memory_id = (select id from memories where user_id = $1 and mode = $2) and product_id = $3`,
    [owner.userId, owner.mode, productId],
  )
  return row?.outlook ?? null
}
