import type { Owner } from '#access/identity'
import { removeRecord } from '#catalog/search'
import type { Tx } from '#platform/db'

/** A shorter text is an ordinary word: a note that contains it does not quote what was erased. */
const QUOTED_CHARACTERS_MIN = 8

/** Deletes the notes that quote one of these texts or ids, in any letter case. */
export async function eraseQuotingNotes(tx: Tx, owner: Owner, texts: string[]): Promise<void> {
  const quoted = texts.filter((text) => [...text].length >= QUOTED_CHARACTERS_MIN)
  if (quoted.length === 0) return
  await remove(
    tx,
    owner,
    `exists (select from unnest($3::text[]) quoted
       where position(lower(quoted) in lower(body || ' ' || array_to_string(keywords, ' '))) > 0)`,
    quoted,
  )
}

/** Deletes the notes that came with these reports. */
export const eraseNotesOfReports = (tx: Tx, owner: Owner, reportIds: string[]): Promise<void> =>
  remove(tx, owner, 'report_id = any($3::text[])', reportIds)

async function remove(tx: Tx, owner: Owner, condition: string, values: string[]): Promise<void> {
  const removed = await tx.rows<{ id: string; report_id: string | null }>(
    `delete from memory_notes where user_id = $1 and mode = $2 and ${condition} returning id, report_id`,
    [owner.userId, owner.mode, values],
  )
  for (const { id, report_id } of removed)
    await removeRecord(tx, owner, report_id === null ? 'note' : 'claim', id)
}

/** All notes of a user. Their search records go with the index. */
export async function eraseNotesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.rows(`delete from memory_notes where user_id = $1`, [userId])
}
