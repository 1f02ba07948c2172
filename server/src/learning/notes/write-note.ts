import type { Note, NoteBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { insertNote } from './insert-note.ts'
import { type NoteRow, OWNER_SOURCE, presentNote } from './note-row.ts'

/** Saves a note by the owner. It needs no review. */
export async function writeNote(
  db: Pick<Db, 'transaction'>,
  owner: Owner,
  { text, keywords = [] }: NoteBody,
): Promise<{ note: Note; message: string }> {
  const note = {
    id: newId('note'),
    body: text,
    keywords,
    // A note of the owner comes from no API key: the constant stands for both its id and its name.
    source_id: OWNER_SOURCE,
    source: OWNER_SOURCE,
    report_id: null,
  }
  const row = await db.transaction((tx) =>
    insertNote(tx, owner, { ...note, review: 'accepted', pinned: false }),
  )
  return {
    note: presentNote(row as NoteRow),
    message: 'Note saved. Search and recall return it. Pin it so that it does not rank lower with age.',
  }
}
