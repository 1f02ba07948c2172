import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { insertNote } from './insert-note.ts'

type AgentNote = { text: string; sourceId: string; source: string; reportId: string }

/** What an agent wrote beside its claim. It waits for the owner, and is worth a claim until then. */
export async function addAgentNote(tx: Tx, owner: Owner, note: AgentNote): Promise<void> {
  await insertNote(tx, owner, {
    id: newId('note'),
    body: note.text,
    source_id: note.sourceId,
    source: note.source,
    report_id: note.reportId,
    review: 'pending',
    pinned: false,
  })
}
