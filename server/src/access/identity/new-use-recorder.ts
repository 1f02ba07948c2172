import { LRUCache } from 'lru-cache'
import type { Rows } from '#platform/db'

const NOTED_MS = 60_000
/** Nobody waits for these writes, so nobody would notice how many there are. */
const WRITES_AT_ONCE = 4

/**
 * Remembers when a key was last used, to the minute. It never holds up an answer and may be missed: the next
 * use of the key notes it instead.
 */
export function openUseNotes(db: Rows): (keyId: string) => void {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTED_MS })
  let writing = 0
  return (keyId) => {
    if (noted.has(keyId) || writing >= WRITES_AT_ONCE) return
    noted.set(keyId, true)
    writing++
    write(db, keyId)
      .catch(() => noted.delete(keyId))
      .finally(() => writing--)
  }
}

const write = (db: Rows, keyId: string) =>
  db.row(
    `update api_keys set last_used_at = clock_timestamp() where id = $1
       and coalesce(last_used_at < clock_timestamp() - interval '1 minute', true)`,
    [keyId],
  )
