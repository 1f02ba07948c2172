import type { LiveSession } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { replaceCodes } from './recovery-codes.ts'
import { countTry, takeOneTimeCode } from './take-code.ts'

/**
 * Switches the second factor on, once its user has shown a code. Returns the recovery codes. Every other
 * session ends: it was begun without a code. The row of the user is locked, so no log-in that was under way
 * begins one afterwards.
 */
export async function confirmFactor(
  db: Db,
  keys: readonly Buffer[],
  session: LiveSession,
  code: string,
): Promise<string[]> {
  const { id } = session.user
  const factor = await countTry(db, id)
  if (!factor || factor.isOn) throw nothingToConfirm()
  return db.transaction(async (tx) => {
    await tx.row(`select id from users where id = $1 for no key update`, [id])
    if (!(await takeOneTimeCode(tx, keys, factor, code)))
      throw new Refusal('unauthorized', 'This code is wrong. Wait for the next one and check the clock.')
    const confirmed = await tx.row(
      `update second_factors set confirmed_at = clock_timestamp()
       where user_id = $1 and confirmed_at is null returning user_id`,
      [id],
    )
    // Another request was faster, and its recovery codes count.
    if (!confirmed) throw nothingToConfirm()
    await tx.row(`delete from sessions where user_id = $1 and digest <> $2`, [id, session.digest])
    return replaceCodes(tx, id)
  })
}

const nothingToConfirm = () => new Refusal('not_found', 'There is no second factor to confirm.')
