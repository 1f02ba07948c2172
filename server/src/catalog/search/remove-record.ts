import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import type { NewRecord } from './record-lexemes.ts'

/** From the commit on, the record is not found. */
export async function removeRecord(
  tx: Tx,
  owner: Owner,
  kind: NewRecord['kind'],
  ref: string,
): Promise<void> {
  await tx.rows(`delete from search_records where user_id = $1 and mode = $2 and kind = $3 and ref = $4`, [
    owner.userId,
    owner.mode,
    kind,
    ref,
  ])
}
