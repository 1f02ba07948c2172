import type { NoteRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import { insertNote } from './insert-note.ts'

/** Imports a note under its id; false when it is already known. */
export async function importNote(tx: Tx, owner: Owner, record: NoteRecord): Promise<boolean> {
  const row = await insertNote(tx, owner, {
    id: record.id,
    body: record.text,
    keywords: record.keywords ?? [],
    source_id: record.sourceId,
    source: record.source,
    report_id: record.reportId,
    review: record.review,
    pinned: record.pinned,
    created_at: new Date(record.createdAt),
  })
  return row !== undefined
}
