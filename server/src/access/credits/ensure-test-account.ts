import { TEST_CREDITS } from '@atelier/contract'
import type { Db } from '#platform/db'
import { postGrant } from './grant.ts'

/**
 * Creates the credit account that a user's test keys spend from, once: the transaction that creates it
 * also grants the credits, and concurrent calls wait for its commit.
 */
export function ensureTestAccount(db: Db, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await tx.row<{ opened: boolean }>(`select open_account($1, 'test') as opened`, [userId])
    if (!row?.opened) return
    await postGrant(tx, 'test', { userId, amount: TEST_CREDITS, kind: 'grant', note: 'test credits' })
  })
}
