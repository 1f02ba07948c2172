import type { Key } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'

/** Active keys come first, so every active key is shown even after many were created and revoked. */
const SHOWN_KEYS = 200

/** Newest first, including revoked and expired keys, so that a user can identify a former key. */
export async function listKeys(db: Rows, userId: string): Promise<Key[]> {
  const rows = await db.rows<KeyRow>(
    `select * from (
       select ${KEY_COLUMNS} from api_keys where user_id = $1
       order by revoked_at is null and coalesce(expires_at > clock_timestamp(), true) desc,
         created_at desc, id desc
       limit ${SHOWN_KEYS}) shown
     order by created_at desc, id desc`,
    [userId],
  )
  return rows.map(presentKey)
}

/** One page of the digests of all secrets, in hexadecimal, after the digest `after`. */
export const listKeyDigests = (db: Rows, after: string, limit: number): Promise<{ digest: string }[]> =>
  db.rows(
    `select encode(digest, 'hex') as digest from key_secrets where digest > decode($1, 'hex')
     order by key_secrets.digest limit $2`,
    [after, limit],
  )

export const listNewKeyDigests = (db: Rows, ageMs: number): Promise<{ digest: string }[]> =>
  db.rows(
    `select encode(digest, 'hex') as digest from key_secrets
     where created_at > clock_timestamp() - $1 * interval '1 ms'`,
    [ageMs],
  )
