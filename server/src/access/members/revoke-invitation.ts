import { isIdOf } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** Takes effect at once. One that was accepted stays: its user is suspended instead. */
export async function revokeInvitation(db: Rows, id: string): Promise<void> {
  const row = isIdOf('invitation', id)
    ? await db.row<{ revoked: boolean }>(`select revoke_invitation($1) as revoked`, [id])
    : undefined
  if (!row?.revoked)
    throw new Refusal('not_found', 'There is no invitation with this id that can be revoked.')
}
