import type { MemoryRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory, streamRecords } from '#learning/evidence'
import { streamNotes } from '#learning/notes'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { type Download, writeDownload } from '#platform/downloads'

/** Everything that was reported, one record per line, from one snapshot. */
export const exportKnowledge = (
  { heavy, config }: Pick<App, 'heavy' | 'config'>,
  owner: Owner,
  signal: AbortSignal,
): Promise<Download> =>
  writeDownload({ userId: owner.userId, signal, heavy, tempDir: config.tempDir }, (tx) => linesOf(tx, owner))

/** Lines are written in chunks, because each write costs as much as a thousand lines. */
const CHUNK_CHARACTERS = 65_536

async function* linesOf(tx: Tx, owner: Owner): AsyncGenerator<string> {
  let chunk = ''
  for await (const record of recordsOf(tx, owner)) {
    chunk += `${JSON.stringify(record)}\n`
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

async function* recordsOf(tx: Tx, owner: Owner): AsyncGenerator<MemoryRecord> {
  const memory = await findMemory(tx, owner)
  if (memory) yield* streamRecords(tx, memory.id)
  for await (const record of streamNotes(tx, owner)) yield { kind: 'note', record }
}
