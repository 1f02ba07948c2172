import { eraseGrantNotes } from '#access/credits'
import { eraseUser } from '#access/identity'
import { eraseRateLogs } from '#access/limits'
import { eraseMails } from '#access/mail'
import type { Tx } from '#platform/db'

/** The first commit of an account: nobody can act as this user any more. */
export async function eraseIdentity(tx: Tx, userId: string): Promise<void> {
  await eraseMails(tx, userId)
  await eraseUser(tx, userId)
  await eraseRateLogs(tx, userId)
  await eraseGrantNotes(tx, userId)
}
