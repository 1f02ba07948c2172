import type { Note, Review } from '@atelier/contract'

/** Whoever writes at the dashboard. Keys are known by their ids, which look different. */
export const OWNER_SOURCE = 'owner'

export type NoteRow = {
  id: string
  body: string
  source_id: string
  source: string
  report_id: string | null
  review: Review
  pinned: boolean
  created_at: Date
}

export const noteColumns = 'id, body, source_id, source, report_id, review, pinned, created_at'

/** What the owner wrote or accepted; everything else is somebody's word. */
export const evidenceOf = ({ source_id, review }: NoteRow): Note['evidence'] =>
  source_id === OWNER_SOURCE || review === 'accepted' ? 'owner_note' : 'claimed'

export const presentNote = (row: NoteRow): Note => ({
  id: row.id,
  text: row.body,
  evidence: evidenceOf(row),
  review: row.review,
  pinned: row.pinned,
  source: row.source,
  createdAt: row.created_at.toISOString(),
})
