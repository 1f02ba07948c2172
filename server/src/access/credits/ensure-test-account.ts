import { TEST_CREDITS } from '@atelier/contract'
import type { Db } from '#platform/db'
import { postGrant } from './grant.ts'

/**
 * Creates the credit account that a user's test keys spend from, once: the transaction that inserts the row
 * also grants the credits, and concurrent calls wait for its commit.
 */
export function ensureTestAccount(db: Db, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const made = await tx.row(
      `insert into credit_accounts (user_id, mode) values ($1, 'test') on conflict do nothing returning mode`,
      [userId],
    )
    if (!made) return
    await postGrant(tx, 'test', { userId, amount: TEST_CREDITS, kind: 'grant', note: 'test credits' })
  })
}
