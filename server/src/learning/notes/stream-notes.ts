import type { NoteRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type NoteRow, noteColumns } from './note-row.ts'

const BATCH = 500

/** All notes, oldest first, including rejected ones; at most one batch is in memory. */
export async function* streamNotes(db: Rows, owner: Owner): AsyncGenerator<NoteRecord> {
  let after = { created_at: new Date(0), id: '' }
  for (let isMore = true; isMore; ) {
    const rows = await db.rows<NoteRow>(
      `select ${noteColumns} from memory_notes
       where user_id = $1 and mode = $2 and (created_at, id) > ($3::timestamptz, $4::text)
       order by created_at, id limit ${BATCH}`,
      [owner.userId, owner.mode, after.created_at, after.id],
    )
    yield* rows.map(toRecord)
    after = rows.at(-1) ?? after
    isMore = rows.length === BATCH
  }
}

const toRecord = (row: NoteRow): NoteRecord => ({
  id: row.id,
  text: row.body,
  ...(row.keywords.length > 0 && { keywords: row.keywords }),
  sourceId: row.source_id,
  source: row.source,
  reportId: row.report_id,
  review: row.review,
  pinned: row.pinned,
  createdAt: row.created_at.toISOString(),
})
