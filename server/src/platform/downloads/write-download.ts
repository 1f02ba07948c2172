import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type HeavyWork, newTurns } from '#platform/turns'

export type Download = { stream: Readable; sizeBytes: number }

/** Whose rows are read, until when, and where the file is written. */
export type DownloadOptions = { userId: string; signal: AbortSignal; heavy: HeavyWork; tempDir: string }

const WAIT_MS = 8_000

/** Each download holds a file until it is read, so further ones wait. */
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
 * What `chunksOf` reads from one snapshot, as a file of known size. It is written to disk first: the database
 * is released within seconds however slowly the client reads, and an error occurs before the first byte is
 * sent. It ends when the signal is aborted.
 */
export async function writeDownload(
  { userId, signal, heavy, tempDir }: DownloadOptions,
  chunksOf: (tx: Tx) => AsyncIterable<string>,
): Promise<Download> {
  const release = await files.take(userId, { waitMs: WAIT_MS, signal })
  try {
    const written = await heavy.read(userId, signal, (db) => writeFile(db, tempDir, chunksOf))
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

async function writeFile(
  db: Db,
  tempDir: string,
  chunksOf: (tx: Tx) => AsyncIterable<string>,
): Promise<Download> {
  let file: FileHandle | undefined
  try {
    const write = async (tx: Tx) => {
      await file?.close()
      file = await openUnlinkedFile(tempDir)
      await file.writeFile(chunksOf(tx))
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
