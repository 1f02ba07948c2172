import type { Tx } from '#platform/db'

/**
 * The commits of an owner's payments come one after another. They write checkout, account and settings in
 * different orders, so two of them could each wait for the other, until the database ends one. Taken before
 * any of these rows, and after the lock of a subject.
 */
export async function lockPayments(tx: Tx, userId: string): Promise<void> {
  await tx.row(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payments of ${userId}`])
}
