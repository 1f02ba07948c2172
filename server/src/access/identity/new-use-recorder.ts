import { LRUCache } from 'lru-cache'
import type { Db, Rows } from '#platform/db'

const RECORD_EVERY_MS = 60_000
/** No request waits for these writes, so nothing else limits their number. */
const WRITES_MAX = 4

/**
 * Records when a key was last used, to the minute. It never delays a response. A failed write is skipped: the
 * next use of the key records it.
 */
export function newUseRecorder(db: Db): (userId: string, keyId: string) => void {
  const recorded = new LRUCache<string, true>({ max: 10_000, ttl: RECORD_EVERY_MS })
  let writing = 0
  return (userId, keyId) => {
    if (recorded.has(keyId) || writing >= WRITES_MAX) return
    recorded.set(keyId, true)
    writing++
    writeUse(db.forOwner(userId), keyId)
      .catch(() => recorded.delete(keyId))
      .finally(() => writing--)
  }
}

const writeUse = (db: Rows, keyId: string) =>
  db.row(
    `update api_keys set last_used_at = clock_timestamp() where id = $1
       and coalesce(last_used_at < clock_timestamp() - interval '1 minute', true)`,
    [keyId],
  )
