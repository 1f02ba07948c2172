import type { Owner } from '#access/identity'
import { removeRecord } from '#catalog/search'
import type { Memory } from '#learning/evidence'
import type { Tx } from '#platform/db'

/** Removes the patterns of products, whose titles quote texts. The next read computes them again. */
export async function erasePatterns(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  productIds: string[],
): Promise<void> {
  const removed = await tx.rows<{ id: string }>(
    `delete from patterns where memory_id = $1 and product_id = any($2::text[]) returning id`,
    [memory.id, productIds],
  )
  for (const { id } of removed) await removeRecord(tx, owner, 'pattern', id)
}

/** All patterns of a memory. */
export async function eraseAllPatterns(tx: Tx, memory: Memory): Promise<void> {
  await tx.rows(`delete from patterns where memory_id = $1`, [memory.id])
}
