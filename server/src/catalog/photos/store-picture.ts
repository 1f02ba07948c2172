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

/** Cleans the file at `path` and stores it for `id`. Idempotent: the same bytes get the same key. */
export async function storePicture(app: App, id: string, path: string): Promise<StoredPicture> {
  const { bytes, contentType, extension, sha256, width, height } = await app.cleaner.clean(path)
  const objectKey = `uploads/${id}-${sha256.toString('hex')}.${extension}`
  await app.storage.put(objectKey, { bytes }, { contentType, sha256 })
  return { objectKey, contentType, sizeBytes: bytes.length, sha256, width, height }
}

/** The same for the picture at a URL. */
export async function storeFetched(app: App, id: string, url: string): Promise<StoredPicture> {
  await mkdir(app.config.tempDir, { recursive: true })
  const file = await app.fetcher.fetch(url, app.config.tempDir)
  try {
    return await storePicture(app, id, file.path)
  } finally {
    await file.discard()
  }
}

/** An object that is already in the storage. */
export type StoredObject = { objectKey: string; sizeBytes: number }

/** The same for a stored object. It is copied, because the original may be removed later. */
export async function storeCopy(
  app: App,
  id: string,
  { objectKey, sizeBytes }: StoredObject,
): Promise<StoredPicture> {
  await mkdir(app.config.tempDir, { recursive: true })
  const path = join(app.config.tempDir, `copy-${randomUUID()}`)
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(await app.storage.open(objectKey, 0, sizeBytes - 1), file)
    return await storePicture(app, id, path)
  } finally {
    await rm(path, { force: true })
  }
}
