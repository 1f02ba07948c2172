import type { Review, ReviewedNotes, ReviewedNotesQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { type NoteRow, noteColumns, presentNote } from './note-row.ts'

/** One page of the notes with a review, newest first, and how many notes each review has. */
export async function listReviewedNotes(
  db: Rows,
  owner: Owner,
  { limit, cursor, review }: ReviewedNotesQuery,
): Promise<ReviewedNotes> {
  const after = readCursor(cursor, 'note')
  const rows = await db.rows<NoteRow>(
    `select ${noteColumns} from memory_notes
     where user_id = $1 and mode = $2 and review = coalesce($6, review)
       and (created_at, id) < ($4::timestamptz, $5::text)
     order by created_at desc, id desc limit $3`,
    [owner.userId, owner.mode, limit + 1, after.createdAt, after.id, review ?? null],
  )
  const counted = await db.rows<{ review: Review; notes: number }>(
    `select review, count(*) as notes from memory_notes where user_id = $1 and mode = $2 group by review`,
    [owner.userId, owner.mode],
  )
  const counts = { pending: 0, accepted: 0, rejected: 0 }
  for (const one of counted) counts[one.review] = one.notes
  const { shown, nextCursor } = pageOf(rows, limit)
  return { notes: shown.map(presentNote), counts, nextCursor }
}
