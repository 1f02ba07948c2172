import type { Key } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'

/** Permanent, for all secrets of the key, also those in their grace period. */
export async function revokeKey(db: Rows, userId: string, keyId: string): Promise<Key> {
  const row = await db.row<KeyRow>(
    `update api_keys set revoked_at = clock_timestamp()
     where id = $1 and user_id = $2 and revoked_at is null returning ${KEY_COLUMNS}`,
    [keyId, userId],
  )
  if (!row) throw new Refusal('not_found', 'You have no key with this id that can be revoked.')
  return presentKey(row)
}
