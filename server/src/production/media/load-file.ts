import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows, Tx } from '#platform/db'
import { erased, Refusal } from '#platform/refusal'
import { fileRemoved } from './media-refusals.ts'
import { extensions } from './media-row.ts'

export type StoredFile = { objectKey: string; contentType: string; sizeBytes: number; etag: string }

const FILE_NAME = /^(med_[0-9A-Za-z]{22})\.(png|jpg|webp|mp4)$/

type FileRow = {
  object_key: string
  content_type: string
  size_bytes: number
  hash: string
  thumbnail_key: string
  thumbnail_bytes: number
  removed_at: Date | null
  erased_at: Date | null
}

/**
 * The file with a public name. The name is unguessable, so knowing it grants access. The content type is the
 * stored one, never one derived from the name.
 */
export async function loadFile(
  app: App,
  folder: 'generated' | 'thumbnails',
  name: string,
): Promise<StoredFile> {
  const [, id, extension] = FILE_NAME.exec(name) ?? []
  const row = id ? await findRow(app, id) : undefined
  if (row?.erased_at) throw erased(row.erased_at)
  const file = row && (folder === 'generated' ? original(row) : thumbnail(row))
  if (!file || extensions[file.contentType] !== extension)
    throw new Refusal('not_found', 'This file does not exist.')
  if (row.removed_at) throw fileRemoved(row.removed_at)
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
  app.db.lookup.row<FileRow>(
    `select object_key, content_type, size_bytes, encode(sha256, 'hex') as hash,
       thumbnail_key, thumbnail_bytes, erased_at,
       coalesce(removed_at, (select decided_at from file_removals where media_id = media.id)) as removed_at
     from media where id = $1 and status = 'completed'`,
    [id],
  )

/**
 * The stored object of a finished image of the owner, to be copied. Inside a transaction the row is held, so
 * that the image cannot be erased before the commit.
 */
export const findFinishedImage = (
  db: Rows | Tx,
  owner: Owner,
  id: string,
): Promise<{ objectKey: string; sizeBytes: number } | undefined> =>
  db.row(
    `select object_key as "objectKey", size_bytes as "sizeBytes" from media
     where id = $1 and user_id = $2 and mode = $3 and kind = 'image' and status = 'completed'
       and removed_at is null and erased_at is null
       and not exists (select from file_removals r where r.media_id = media.id)
     ${'inTransaction' in db ? 'for share' : ''}`,
    [id, owner.userId, owner.mode],
  )
