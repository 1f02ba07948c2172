import { type LiveSession, requireFreshPassword } from '#access/identity'
import type { Db } from '#platform/db'
import { replaceCodes } from './recovery-codes.ts'
import { factorNotOn } from './remove-factor.ts'

/** New recovery codes. Two requests at once wait for each other, and the codes of the second count. */
export function replaceRecoveryCodes(db: Db, session: LiveSession): Promise<string[]> {
  requireFreshPassword(session)
  const { id } = session.user
  return db.transaction(async (tx) => {
    const isOn = await tx.row(
      `select user_id from second_factors where user_id = $1 and confirmed_at is not null for update`,
      [id],
    )
    if (!isOn) throw factorNotOn()
    return replaceCodes(tx, id)
  })
}
