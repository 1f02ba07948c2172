import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import { indexNote } from './index-note.ts'
import { type NoteRow, noteColumns } from './note-row.ts'

type NewNote = Omit<NoteRow, 'created_at'> & { created_at?: Date }

/** Inserts and indexes a note; undefined when one with its id exists. */
export async function insertNote(tx: Tx, owner: Owner, note: NewNote): Promise<NoteRow | undefined> {
  const row = await tx.row<NoteRow>(
    `insert into memory_notes (user_id, mode, ${noteColumns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::timestamptz, clock_timestamp()))
     on conflict do nothing returning ${noteColumns}`,
    [
      owner.userId,
      owner.mode,
      note.id,
      note.body,
      note.keywords,
      note.source_id,
      note.source,
      note.report_id,
      note.review,
      note.pinned,
      note.created_at ?? null,
    ],
  )
  if (row) await indexNote(tx, owner, row)
  return row
}
