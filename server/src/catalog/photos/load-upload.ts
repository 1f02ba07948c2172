import type { Rows } from '#platform/db'
import { erased, Refusal } from '#platform/refusal'
import { fileNameOf } from './photo-url.ts'

const FILE_NAME = /^((pho|ast)_[0-9A-Za-z]{22})\.(png|jpg|webp)$/

/** What the server needs to serve a file. */
type UploadedFile = { objectKey: string; contentType: string; sizeBytes: number; etag: string }
type FileRow = {
  object_key: string
  content_type: string
  size_bytes: number
  hash: string
  removed_at: Date | null
  erased_at: Date | null
}

/** The name is unguessable, so knowing it grants access. An erased file is 410 under any extension. */
export async function loadUpload(db: Rows, name: string): Promise<UploadedFile> {
  const [, id, prefix] = FILE_NAME.exec(name) ?? []
  const row = id ? await db.row<FileRow>(prefix === 'pho' ? photoFile : assetFile, [id]) : undefined
  if (row?.erased_at) throw erased(row.erased_at)
  if (!row || fileNameOf(id as string, row.content_type) !== name) {
    throw new Refusal('not_found', 'This file does not exist.')
  }
  if (row.removed_at) throw deleted(row.removed_at)
  return {
    objectKey: row.object_key,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    etag: `"${row.hash}"`,
  }
}

const fileColumns = `object_key, content_type, size_bytes, encode(sha256, 'hex') as hash, erased_at`
const photoFile = `select ${fileColumns}, null::timestamptz as removed_at
  from photos where id = $1 and (object_key is not null or erased_at is not null)`
const assetFile = `select ${fileColumns}, removed_at from assets where id = $1`

const deleted = (at: Date) =>
  new Refusal('file_removed', `This file was deleted on ${at.toISOString().slice(0, 10)}.`)
