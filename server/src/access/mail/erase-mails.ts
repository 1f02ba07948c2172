import { findUser } from '#access/identity'
import type { Tx } from '#platform/db'

/** Forgets the mails of a user and what was chosen of them, while the address is still known. */
export async function eraseMails(tx: Tx, userId: string): Promise<void> {
  const user = await findUser(tx, userId)
  await tx.row(`delete from mail_settings where user_id = $1`, [userId])
  if (user) await tx.row(`select erase_mails($1, $2)`, [userId, user.email])
}
