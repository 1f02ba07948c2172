import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { MemoryRecord } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findMemory, streamRecords } from '#learning/evidence'
import { streamNotes } from '#learning/notes'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** Limits per process and per owner, because each export holds a file until it is read. */
const EXPORTS_MAX = 12
const EXPORTS_PER_OWNER_MAX = 2
const runningExports: Owner[] = []

export type Export = { stream: Readable; sizeBytes: number }

/**
 * Everything that was reported, one record per line, from one snapshot. It is written to disk first: the
 * database is released within seconds however slowly the client reads, and an error occurs before the first
 * byte is sent.
 */
export async function exportKnowledge(db: Db, owner: Owner, tempDir: string): Promise<Export> {
  const ofOwner = runningExports.filter(({ userId }) => userId === owner.userId)
  if (runningExports.length >= EXPORTS_MAX || ofOwner.length >= EXPORTS_PER_OWNER_MAX) throw busy()
  runningExports.push(owner)
  const release = () => void runningExports.splice(runningExports.indexOf(owner), 1)
  try {
    const written = await writeLines(db, owner, tempDir)
    written.stream.once('close', release)
    return written
  } catch (error) {
    release()
    throw error
  }
}

async function writeLines(db: Db, owner: Owner, tempDir: string): Promise<Export> {
  let file: FileHandle | undefined
  try {
    await db.transaction(async (tx) => {
      await tx.row('set transaction isolation level repeatable read, read only')
      await file?.close()
      file = await openUnlinkedFile(tempDir)
      await file.writeFile(linesOf(tx, owner))
    })
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

const busy = () =>
  new Refusal(
    'service_unavailable',
    'Too many exports are running. Send the request again in a few seconds.',
    {},
    { 'retry-after': '3' },
  )
