import type { Note, PageQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { type NoteRow, noteColumns, presentNote } from './note-row.ts'

/** One page, newest first. Rejected notes are included, because a rejection can be undone. */
export async function listNotes(
  db: Rows,
  owner: Owner,
  { limit, cursor }: PageQuery,
): Promise<{ notes: Note[]; nextCursor: string | null }> {
  const after = readCursor(cursor, 'note')
  const rows = await db.rows<NoteRow>(
    `select ${noteColumns} from memory_notes
     where user_id = $1 and mode = $2 and (created_at, id) < ($4::timestamptz, $5::text)
     order by created_at desc, id desc limit $3`,
    [owner.userId, owner.mode, limit + 1, after.createdAt, after.id],
  )
  const { shown, nextCursor } = pageOf(rows, limit)
  return { notes: shown.map(presentNote), nextCursor }
}
