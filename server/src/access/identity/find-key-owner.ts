import type { Db, Rows } from '#platform/db'
import { KEY_CALLER_COLUMNS, type KeyCallerRow, toKeyCaller } from './new-caller-resolver.ts'
import type { Caller } from './owner.ts'

/** The user of a key, also of a revoked one. */
export async function findKeyOwner(db: Rows, keyId: string): Promise<string | undefined> {
  const row = await db.row<{ user_id: string }>(`select user_id from api_keys where id = $1`, [keyId])
  return row?.user_id
}

/** The caller of a key that is named by its id, if the key is active now. */
export async function findKeyCaller(db: Db, keyId: string): Promise<Caller | undefined> {
  const row = await db.lookup.row<KeyCallerRow>(
    `select ${KEY_CALLER_COLUMNS}
     from api_keys k join users u on u.id = k.user_id
     where k.id = $1 and k.revoked_at is null and u.suspended_at is null
       and coalesce(k.expires_at > clock_timestamp(), true)`,
    [keyId],
  )
  return row && toKeyCaller(row)
}
