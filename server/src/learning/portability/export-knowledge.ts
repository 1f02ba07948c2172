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
/** An export takes well under a second, so this many wait their turn rather than being refused. */
const WAITING_MAX = 64
const WAITING_PER_OWNER_MAX = 16
const WAIT_MAX_MS = 8_000

type Turn = { owner: Owner; begin: () => void }
const running: Turn[] = []
/** In order of arrival. An owner at its own limit does not hold up those behind it. */
const waiting: Turn[] = []

export type Export = { stream: Readable; sizeBytes: number }

/**
 * Everything that was reported, one record per line, from one snapshot. It is written to disk first: the
 * database is released within seconds however slowly the client reads, and an error occurs before the first
 * byte is sent.
 */
export async function exportKnowledge(db: Db, owner: Owner, tempDir: string): Promise<Export> {
  const release = await takeTurn(owner)
  try {
    const written = await writeLines(db, owner, tempDir)
    written.stream.once('close', release)
    return written
  } catch (error) {
    release()
    throw error
  }
}

/** Waits for a turn, a bounded time and in a bounded queue. Returns the function that ends the turn. */
async function takeTurn(owner: Owner): Promise<() => void> {
  if (waiting.length >= WAITING_MAX || countOf(waiting, owner) >= WAITING_PER_OWNER_MAX) throw busy()
  const turn = await new Promise<Turn>((resolve, reject) => {
    const entry: Turn = {
      owner,
      begin: () => {
        clearTimeout(timer)
        resolve(entry)
      },
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1)
      reject(busy())
    }, WAIT_MAX_MS)
    waiting.push(entry)
    beginNext()
  })
  return () => {
    running.splice(running.indexOf(turn), 1)
    beginNext()
  }
}

function beginNext(): void {
  const mayBegin = ({ owner }: Turn) =>
    running.length < EXPORTS_MAX && countOf(running, owner) < EXPORTS_PER_OWNER_MAX
  for (let next = waiting.find(mayBegin); next; next = waiting.find(mayBegin)) {
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next)
    next.begin()
  }
}

const countOf = (turns: Turn[], { userId }: Owner): number =>
  turns.filter(({ owner }) => owner.userId === userId).length

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
