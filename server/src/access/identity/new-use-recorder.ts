import { LRUCache } from 'lru-cache'
import type { Rows } from '#platform/db'

const RECORD_EVERY_MS = 60_000
/** Nobody waits for these writes, so nobody would notice how many there are. */
const WRITES_MAX = 4

/**
 * Remembers when a key was last used, to the minute. It never holds up an answer and may be missed: the next
 * use of the key notes it instead.
 */
export function newUseRecorder(db: Rows): (keyId: string) => void {
  const recorded = new LRUCache<string, true>({ max: 10_000, ttl: RECORD_EVERY_MS })
  let writing = 0
  return (keyId) => {
    if (recorded.has(keyId) || writing >= WRITES_MAX) return
    recorded.set(keyId, true)
    writing++
    writeUse(db, keyId)
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
