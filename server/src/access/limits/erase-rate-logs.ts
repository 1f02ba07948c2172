import type { Tx } from '#platform/db'

/** When a user sent requests in the last minute. Log-ins are counted under a hash and need no erasure. */
export async function eraseRateLogs(tx: Tx, userId: string): Promise<void> {
  await tx.row(`select erase_slots($1)`, [userId])
}
