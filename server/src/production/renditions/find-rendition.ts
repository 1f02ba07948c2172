import type { App } from '#platform/app'
import { loadRenditionSource, type StoredFile } from '#production/media'
import { tryLater } from './try-later.ts'

/**
 * The rendition with a public name, as a stored file; undefined when it is not made yet. Refuses a name that
 * means nothing, and one of a file that is gone.
 */
export async function findRendition(app: App, file: string): Promise<StoredFile | undefined> {
  const { key } = await loadRenditionSource(app, file)
  const sizeBytes = await app.storage.findSize(key)
  if (sizeBytes === undefined) return undefined
  return { objectKey: key, contentType: 'image/jpeg', sizeBytes, etag: etagOf(key) }
}

/** The same for one that was just made. */
export async function loadRendition(app: App, file: string): Promise<StoredFile> {
  const found = await findRendition(app, file)
  if (!found) throw tryLater()
  return found
}

/** The object of a key is written once, so its name says which bytes they are. */
const etagOf = (key: string): string => `"${/([0-9a-f]{64}-[\w-]+)\.jpg$/.exec(key)?.[1]}"`
