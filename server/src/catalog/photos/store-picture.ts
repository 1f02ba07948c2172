import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '#platform/app'

/**
 * A picture that is safe to serve: decoded, re-encoded, and stored under a key with the hash of its content.
 */
export type StoredPicture = {
  objectKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  width: number
  height: number
}

/** A picture that is known but not stored yet: what can be refused is refused before `store`. */
export type PreparedPicture = { picture: StoredPicture; store(): Promise<void> }

/** Cleans the file at `path` for `id`. Idempotent: the same bytes get the same key. */
export async function preparePicture(
  app: App,
  id: string,
  { path, userId }: { path: string; userId: string },
): Promise<PreparedPicture> {
  const { bytes, contentType, extension, sha256, width, height } = await app.cleaner.clean(path, userId)
  const objectKey = `uploads/${id}-${sha256.toString('hex')}.${extension}`
  return {
    picture: { objectKey, contentType, sizeBytes: bytes.length, sha256, width, height },
    store: () => app.storage.put(objectKey, { bytes }, { contentType, sha256 }),
  }
}

/** The same for the picture at a URL that a user gave. */
export async function prepareFetched(
  app: App,
  id: string,
  { url, userId }: { url: string; userId: string },
): Promise<PreparedPicture> {
  await mkdir(app.config.tempDir, { recursive: true })
  const file = await app.fetcher.fetch(url, app.config.tempDir, userId)
  try {
    return await preparePicture(app, id, { path: file.path, userId })
  } finally {
    await file.discard()
  }
}

/** An object that is already in the storage. */
export type StoredObject = { objectKey: string; sizeBytes: number }

/** The same for a stored object. It is copied, because the original may be removed later. */
export async function prepareCopy(
  app: App,
  id: string,
  { objectKey, sizeBytes, userId }: StoredObject & { userId: string },
): Promise<PreparedPicture> {
  const { path, discard } = await copyToDisk(app, { objectKey, sizeBytes })
  try {
    return await preparePicture(app, id, { path, userId })
  } finally {
    await discard()
  }
}

/** A stored object as a temporary file. */
export async function copyToDisk(
  app: App,
  { objectKey, sizeBytes }: StoredObject,
): Promise<{ path: string; discard(): Promise<void> }> {
  await mkdir(app.config.tempDir, { recursive: true })
  const path = join(app.config.tempDir, `copy-${randomUUID()}`)
  const discard = () => rm(path, { force: true })
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(await app.storage.open(objectKey, 0, sizeBytes - 1), file)
    return { path, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
