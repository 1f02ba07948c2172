import type { App } from '#app'
import { Refusal } from '#refusal'

export type StoredFile = { objectKey: string; contentType: string; sizeBytes: number; etag: string }

const FILE_NAME = /^(med_[0-9A-Za-z]{22})\.(png|jpg|webp)$/
const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

type FileRow = {
  object_key: string
  content_type: string
  size_bytes: number
  hash: string
  thumbnail_key: string
  thumbnail_bytes: number
}

/**
 * The file behind a public name. Whoever knows the unguessable name may read it; the type is what we stored.
 */
export async function findFile(app: App, of: 'generated' | 'thumbnails', name: string): Promise<StoredFile> {
  const [, id, extension] = FILE_NAME.exec(name) ?? []
  const row = id ? await findRow(app, id) : undefined
  const file = row && (of === 'generated' ? original(row) : thumbnail(row))
  if (!file || types[extension ?? ''] !== file.contentType)
    throw new Refusal('not_found', 'There is no such file.')
  return file
}

const original = (row: FileRow): StoredFile => ({
  objectKey: row.object_key,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  etag: `"${row.hash}"`,
})

const thumbnail = (row: FileRow): StoredFile => ({
  objectKey: row.thumbnail_key,
  contentType: 'image/jpeg',
  sizeBytes: row.thumbnail_bytes,
  // The key ends in the hash of the bytes.
  etag: `"${/([0-9a-f]{64})\.jpg$/.exec(row.thumbnail_key)?.[1]}"`,
})

const findRow = (app: App, id: string) =>
  app.db.row<FileRow>(
    `select object_key, content_type, size_bytes, encode(sha256, 'hex') as hash,
       thumbnail_key, thumbnail_bytes
     from media where id = $1 and status = 'completed'`,
    [id],
  )
