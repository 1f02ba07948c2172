import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { insertNote } from './insert-note.ts'
import { OWNER_SOURCE } from './note-row.ts'

type AgentNote = {
  text: string
  keywords?: string[] | undefined
  sourceId: string
  source: string
  reportId: string
}

/**
 * Adds the note of a claim. Its review is pending, and until the owner accepts it, it counts as a claim. A
 * claim that the owner makes at the dashboard needs no review.
 */
export async function addAgentNote(tx: Tx, owner: Owner, note: AgentNote): Promise<void> {
  await insertNote(tx, owner, {
    id: newId('note'),
    body: note.text,
    keywords: note.keywords ?? [],
    source_id: note.sourceId,
    source: note.source,
    report_id: note.reportId,
    review: note.sourceId === OWNER_SOURCE ? 'accepted' : 'pending',
    pinned: false,
  })
}
