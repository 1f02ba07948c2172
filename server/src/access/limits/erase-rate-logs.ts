import type { Tx } from '#platform/db'

/** The log-ins of an account are counted under its e-mail address. */
export async function eraseRateLogs(tx: Tx, email: string): Promise<void> {
  await tx.row(`select erase_slots($1)`, [email])
}
