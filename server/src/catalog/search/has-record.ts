import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { NewRecord } from './record-lexemes.ts'

export async function hasRecord(
  db: Rows,
  owner: Owner,
  kind: NewRecord['kind'],
  ref: string,
): Promise<boolean> {
  const row = await db.row(
    `select 1 from search_records where user_id = $1 and mode = $2 and kind = $3 and ref = $4`,
    [owner.userId, owner.mode, kind, ref],
  )
  return row !== undefined
}
