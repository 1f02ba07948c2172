import type { Note, Review } from '@atelier/contract'

/** The source of a note that the owner wrote at the dashboard. Ids of keys have another form. */
export const OWNER_SOURCE = 'owner'

export type NoteRow = {
  id: string
  body: string
  keywords: string[]
  source_id: string
  source: string
  report_id: string | null
  review: Review
  pinned: boolean
  created_at: Date
}

export const noteColumns = 'id, body, keywords, source_id, source, report_id, review, pinned, created_at'

/** A note that the owner wrote or accepted counts as an owner note, every other as a claim. */
export const evidenceOf = ({ source_id, review }: NoteRow): Note['evidence'] =>
  source_id === OWNER_SOURCE || review === 'accepted' ? 'owner_note' : 'claimed'

export const presentNote = (row: NoteRow): Note => ({
  id: row.id,
  text: row.body,
  keywords: row.keywords,
  evidence: evidenceOf(row),
  review: row.review,
  pinned: row.pinned,
  source: row.source,
  createdAt: row.created_at.toISOString(),
})
