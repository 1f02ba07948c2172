import { type LiveSession, requireFreshPassword } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** Switches it off. The log-in of the last 15 minutes was made with a code. */
export async function removeFactor(db: Db, session: LiveSession): Promise<void> {
  requireFreshPassword(session)
  if (!(await resetFactor(db, session.user.id))) throw factorNotOn()
}

/** For the operator, when a user has lost both authenticator and recovery codes. False: there was none. */
export const resetFactor = (db: Db, userId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const removed = await tx.row(`delete from second_factors where user_id = $1 returning user_id`, [userId])
    await tx.row(`delete from recovery_codes where user_id = $1`, [userId])
    return removed !== undefined
  })

export const factorNotOn = () => new Refusal('not_found', 'No second factor is on.')
