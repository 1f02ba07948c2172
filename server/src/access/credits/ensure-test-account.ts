import { TEST_CREDITS } from '@atelier/contract'
import type { Db } from '#platform/db'
import { postGrant } from './grant.ts'

/**
 * Gives a user the account that its test keys spend from, once: whoever makes the row also fills it, and
 * everybody else waits for that commit and finds it there.
 */
export function ensureTestAccount(db: Db, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const made = await tx.row(
      `insert into credit_accounts (user_id, mode) values ($1, 'test') on conflict do nothing returning mode`,
      [userId],
    )
    if (!made) return
    await postGrant(tx, 'test', { userId, amount: TEST_CREDITS, kind: 'grant', note: 'to rehearse with' })
  })
}
