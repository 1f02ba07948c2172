import type { Memory } from '#learning/evidence'
import type { Tx } from '#platform/db'

/** All idempotency keys of a memory: their texts were chosen by its owner. */
export async function eraseReportKeys(tx: Tx, memory: Memory): Promise<void> {
  await tx.rows(`delete from report_keys where memory_id = $1`, [memory.id])
}
