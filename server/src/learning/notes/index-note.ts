import type { Owner } from '#access/identity'
import { putRecord, removeRecord } from '#catalog/search'
import type { Tx } from '#platform/db'
import type { NoteRow } from './note-row.ts'

/**
 * Where a search finds notes, beside the products. What came with a claim is about the product of that claim,
 * which is known to the claim alone; and what an owner writes may be about all of them.
 */
export const NOTES_PRODUCT = 'notes'

/** A note is found as long as it is not rejected. */
export async function indexNote(tx: Tx, owner: Owner, note: NoteRow): Promise<void> {
  const kind = note.report_id === null ? 'note' : 'claim'
  if (note.review === 'rejected') await removeRecord(tx, owner, kind, note.id)
  else await putRecord(tx, owner, { kind, ref: note.id, productId: NOTES_PRODUCT, text: note.body })
}
