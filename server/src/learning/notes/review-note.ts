import { isIdOf, type Note, type ReviewAction } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { indexNote } from './index-note.ts'
import { type NoteRow, noteColumns, OWNER_SOURCE, presentNote } from './note-row.ts'

const messages = {
  accept: 'Note accepted. It now counts as your own.',
  reject: 'Note rejected. Search and recall no longer return it; undo restores it.',
  undo: 'Review undone.',
  pin: 'Note pinned. It does not age.',
  unpin: 'Note unpinned. It ages like every other note.',
} as const satisfies Record<ReviewAction, string>

/** Applies the owner's review to a note. The search index changes in the same transaction. */
export async function reviewNote(
  db: Db,
  owner: Owner,
  id: string,
  action: ReviewAction,
): Promise<{ note: Note; message: string }> {
  const row = isIdOf('note', id) && (await db.transaction((tx) => applyReview(tx, owner, id, action)))
  if (!row) throw new Refusal('not_found', 'You have no note with this id.')
  return { note: presentNote(row), message: messages[action] }
}

async function applyReview(
  tx: Tx,
  owner: Owner,
  id: string,
  action: ReviewAction,
): Promise<NoteRow | undefined> {
  const row = await tx.row<NoteRow>(
    `update memory_notes set
       review = case $4 when 'accept' then 'accepted' when 'reject' then 'rejected'
         when 'undo' then case when source_id = '${OWNER_SOURCE}' then 'accepted' else 'pending' end
         else review end,
       pinned = case $4 when 'pin' then true when 'unpin' then false else pinned end
     where user_id = $1 and mode = $2 and id = $3 returning ${noteColumns}`,
    [owner.userId, owner.mode, id, action],
  )
  if (row) await indexNote(tx, owner, row)
  return row
}
