import type { Note } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { evidenceOf, type NoteRow, noteColumns, OWNER_SOURCE } from './note-row.ts'

/** A note as others weigh it. */
export type FoundNote = {
  id: string
  text: string
  sourceId: string
  /** Whether the owner wrote it, and not an agent. */
  isByOwner: boolean
  reportId: string | null
  evidence: Note['evidence']
  pinned: boolean
  createdAt: Date
}

/** Those of the ids that are there and not rejected, in no order. */
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
