import type { Tx } from '#platform/db'

/** Empties the notes of the grants of a user. Amounts, entries and hashes stay. */
export async function eraseGrantNotes(tx: Tx, userId: string): Promise<void> {
  await tx.row(`select erase_grant_notes($1)`, [userId])
}
