import type { Key } from '@atelier/contract'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'
import { digestOf, displayPrefixOf, newKeyText } from './key-text.ts'

/**
 * A new secret for the same key: id, limits and spent credits stay. Former secrets expire after the grace
 * period, or earlier if that was set before. A revoked or expired key cannot be rotated, and neither can a
 * consent: its tokens open less than a key.
 */
export function rotateKey(
  db: Db,
  userId: string,
  keyId: string,
  graceHours: number,
): Promise<{ key: Key; secret: string }> {
  const secret = newKeyText()
  return db.transaction(async (tx) => {
    const row = await tx.row<KeyRow>(
      `update api_keys set prefix = $3 where id = $1 and user_id = $2 and client_id is null
         and revoked_at is null and coalesce(expires_at > clock_timestamp(), true) returning ${KEY_COLUMNS}`,
      [keyId, userId, displayPrefixOf(secret)],
    )
    if (!row) throw new Refusal('not_found', 'You have no active key with this id.')
    await tx.row(
      `update key_secrets set expires_at = least(expires_at, clock_timestamp() + $2 * interval '1 hour')
       where key_id = $1`,
      [keyId, graceHours],
    )
    await tx.row(`insert into key_secrets (digest, key_id) values ($1, $2)`, [digestOf(secret), keyId])
    return { key: presentKey(row), secret }
  })
}
