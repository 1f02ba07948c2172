import type { Owner } from '#access/identity'
import { putRecord, removeRecord } from '#catalog/search'
import type { Tx } from '#platform/db'
import type { NoteRow } from './note-row.ts'

/**
 * The search index keeps notes under this name instead of a product id. The product of a claim's note is
 * stored with the claim, and a note by the owner may be about all products.
 */
export const NOTES_PRODUCT = 'notes'

/** Updates the search index. A rejected note is removed from it. */
export async function indexNote(tx: Tx, owner: Owner, note: NoteRow): Promise<void> {
  const kind = note.report_id === null ? 'note' : 'claim'
  if (note.review === 'rejected') await removeRecord(tx, owner, kind, note.id)
  else await putRecord(tx, owner, { kind, ref: note.id, productId: NOTES_PRODUCT, text: textOf(note) })
}

/** What the search compares with a question. */
const textOf = ({ body, keywords }: NoteRow): string => [body, ...keywords].join('\n')
