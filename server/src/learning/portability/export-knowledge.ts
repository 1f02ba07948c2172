import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { MemoryRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory, streamRecords } from '#learning/evidence'
import { streamNotes } from '#learning/notes'
import type { App } from '#platform/app'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { newTurns } from '#platform/turns'

export type Export = { stream: Readable; sizeBytes: number }

const WAIT_MS = 8_000

/** Each export holds a file until it is read, so further ones wait. */
const files = newTurns({
  running: 12,
  runningPerUser: 2,
  waiting: 64,
  waitingPerUser: 16,
  busy: () =>
    new Refusal(
      'service_unavailable',
      'Too many exports are running. Send the request again in a few seconds.',
      {},
      { 'retry-after': '3' },
    ),
})

/**
 * Everything that was reported, one record per line, from one snapshot. It is written to disk first: the
 * database is released within seconds however slowly the client reads, and an error occurs before the first
 * byte is sent. It ends when the signal is aborted.
 */
export async function exportKnowledge(
  { heavy, config }: Pick<App, 'heavy' | 'config'>,
  owner: Owner,
  signal: AbortSignal,
): Promise<Export> {
  const release = await files.take(owner.userId, { waitMs: WAIT_MS, signal })
  try {
    const written = await heavy.read(owner.userId, signal, (db) => writeLines(db, owner, config.tempDir))
    written.stream.once('close', release)
    const leave = () => written.stream.destroy()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return written
  } catch (error) {
    release()
    throw error
  }
}

async function writeLines(db: Db, owner: Owner, tempDir: string): Promise<Export> {
  let file: FileHandle | undefined
  try {
    const write = async (tx: Tx) => {
      await file?.close()
      file = await openUnlinkedFile(tempDir)
      await file.writeFile(linesOf(tx, owner))
    }
    await db.transaction(write, { isSnapshot: true })
    const written = file as unknown as FileHandle
    const { size: sizeBytes } = await written.stat()
    return { stream: written.createReadStream({ start: 0 }), sizeBytes }
  } catch (error) {
    await file?.close()
    throw error
  }
}

/** A file that is unlinked at once, so nothing remains when it is closed, even after a crash. */
async function openUnlinkedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

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
