import { type LiveSession, requireFreshPassword } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'

/**
 * Switches it off and ends every other session, as switching it on does. The log-in of the last 15 minutes
 * was made with a code.
 */
export async function removeFactor(db: Db, session: LiveSession): Promise<void> {
  requireFreshPassword(session)
  const { id } = session.user
  await db.transaction(async (tx) => {
    if (!(await deleteFactor(tx, id))) throw factorNotOn()
    await tx.row(`delete from sessions where user_id = $1 and digest <> $2`, [id, session.digest])
  })
}

/**
 * For the operator, when a user has lost both authenticator and recovery codes. `recognizedBy`: how the
 * operator knew the person, for the audit. False: there was none.
 */
export const resetFactor = (db: Db, userId: string, recognizedBy: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.row(`select set_config('app.recognized_by', $1, true)`, [recognizedBy])
    return deleteFactor(tx, userId)
  })

async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx.row(`delete from second_factors where user_id = $1 returning user_id`, [userId])
  await tx.row(`delete from recovery_codes where user_id = $1`, [userId])
  return removed !== undefined
}

export const factorNotOn = () => new Refusal('not_found', 'No second factor is on.')
