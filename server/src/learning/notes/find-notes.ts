import type { Note } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { evidenceOf, type NoteRow, noteColumns, OWNER_SOURCE } from './note-row.ts'

/** A note with what search needs for ranking. */
export type FoundNote = {
  id: string
  text: string
  sourceId: string
  /** False when an agent wrote it. */
  isByOwner: boolean
  reportId: string | null
  evidence: Note['evidence']
  pinned: boolean
  createdAt: Date
}

/** The notes with these ids that exist and are not rejected, in no particular order. */
export async function findNotes(db: Rows, owner: Owner, ids: string[]): Promise<FoundNote[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<NoteRow>(
    `select ${noteColumns} from memory_notes
     where user_id = $1 and mode = $2 and id = any($3::text[]) and review <> 'rejected'`,
    [owner.userId, owner.mode, ids],
  )
  return rows.map((row) => ({
    id: row.id,
    text: row.body,
    sourceId: row.source_id,
    isByOwner: row.source_id === OWNER_SOURCE,
    reportId: row.report_id,
    evidence: evidenceOf(row),
    pinned: row.pinned,
    createdAt: row.created_at,
  }))
}
