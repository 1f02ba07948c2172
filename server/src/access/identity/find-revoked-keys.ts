import type { Rows } from '#platform/db'

/** Which of these keys are revoked: what they wrote is no longer trusted. */
export async function findRevokedKeys(db: Rows, userId: string, keyIds: string[]): Promise<string[]> {
  if (keyIds.length === 0) return []
  const rows = await db.rows<{ id: string }>(
    `select id from api_keys where user_id = $1 and id = any($2::text[]) and revoked_at is not null`,
    [userId, keyIds],
  )
  return rows.map(({ id }) => id)
}
