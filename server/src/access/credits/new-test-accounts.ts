import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/db'
import { ensureTestAccount } from './ensure-test-account.ts'

/** Users whose account is known to exist. One that is forgotten is looked up again, which changes nothing. */
const KNOWN_MAX = 10_000

/** Sees to it that the owner who looks at the test mode has its credits, also before the first test key. */
export function newTestAccounts(): (db: Db, userId: string) => Promise<void> {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  return async (db, userId) => {
    if (known.get(userId)) return
    await ensureTestAccount(db, userId)
    known.set(userId, true)
  }
}
