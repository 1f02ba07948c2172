import type { Rows } from '#platform/db'

/** The user of a key, also of a revoked one. */
export async function findKeyOwner(db: Rows, keyId: string): Promise<string | undefined> {
  const row = await db.row<{ user_id: string }>(`select user_id from api_keys where id = $1`, [keyId])
  return row?.user_id
}
