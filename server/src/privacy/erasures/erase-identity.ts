import { eraseGrantNotes } from '#access/credits'
import { eraseUser } from '#access/identity'
import { eraseRateLogs } from '#access/limits'
import type { Tx } from '#platform/db'

/** The first commit of an account: nobody can act as this user any more. */
export async function eraseIdentity(tx: Tx, userId: string): Promise<void> {
  const user = await eraseUser(tx, userId)
  if (user) await eraseRateLogs(tx, user.email)
  await eraseGrantNotes(tx, userId)
}
