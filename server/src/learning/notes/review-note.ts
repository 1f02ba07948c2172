import { isIdOf, type Note, type ReviewAction } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { keepRecord } from './index-note.ts'
import { type NoteRow, noteColumns, OWNER, presentNote } from './note-row.ts'

const messages = {
  accept: 'The note counts as your own from now on.',
  reject: 'The note is hidden from search and recall. Undo brings it back.',
  undo: 'The note stands as it did before it was reviewed.',
  pin: 'The note is pinned: it does not grow old.',
  unpin: 'The note grows old like every other.',
} as const satisfies Record<ReviewAction, string>

/** The owner's word on a note; what search finds changes in the same commit. */
export async function reviewNote(
  db: Db,
  owner: Owner,
  id: string,
  action: ReviewAction,
): Promise<{ note: Note; message: string }> {
  const row = isIdOf('note', id) && (await db.transaction((tx) => change(tx, owner, id, action)))
  if (!row) throw new Refusal('not_found', 'There is no such note among yours.')
  return { note: presentNote(row), message: messages[action] }
}

async function change(tx: Tx, owner: Owner, id: string, action: ReviewAction): Promise<NoteRow | undefined> {
  const row = await tx.row<NoteRow>(
    `update memory_notes set
       review = case $4 when 'accept' then 'accepted' when 'reject' then 'rejected'
         when 'undo' then case when source_id = '${OWNER}' then 'accepted' else 'pending' end
         else review end,
       pinned = case $4 when 'pin' then true when 'unpin' then false else pinned end
     where user_id = $1 and mode = $2 and id = $3 returning ${noteColumns}`,
    [owner.userId, owner.mode, id, action],
  )
  if (row) await keepRecord(tx, owner, row)
  return row
}
