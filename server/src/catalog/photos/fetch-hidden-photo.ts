import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { UnusablePicture } from '#platform/imaging'
import { type PhotoRow, photoColumns } from './photo-row.ts'
import { prepareFetched, type StoredPicture } from './store-picture.ts'

/** The stored file of a photo. */
export type PhotoFile = Pick<StoredPicture, 'objectKey' | 'contentType' | 'sizeBytes'>

/**
 * Fetches and stores the picture at the URL of a hidden photo, unless that was done before. Of two concurrent
 * calls, the first write wins and both return it. Throws UnusableAddress or UnusablePicture when a retry
 * cannot succeed.
 */
export async function fetchHiddenPhoto(app: App, photoId: string): Promise<PhotoFile> {
  const row = await loadPhoto(app.db, photoId)
  if (row.erased_at) throw new UnusablePicture('it was erased')
  const file = fileOf(row)
  if (file) return file
  const from = { url: row.source_url as string, userId: row.user_id }
  const { picture, store } = await prepareFetched(app, photoId, from)
  await store()
  if (await saveFile(app.db, photoId, picture)) return picture
  const stored = fileOf(await loadPhoto(app.db, photoId))
  if (stored) return stored
  // Erased meanwhile, and a file that was stored after an erasure must not stay.
  await app.storage.remove(picture.objectKey)
  throw new UnusablePicture('it was erased')
}

async function loadPhoto(db: Rows, id: string): Promise<PhotoRow> {
  const row = await db.row<PhotoRow>(`select ${photoColumns} from photos where id = $1`, [id])
  if (!row) throw new Error(`the photo ${id} does not exist`)
  return row
}

function fileOf({ object_key, content_type, size_bytes }: PhotoRow): PhotoFile | undefined {
  if (object_key === null) return undefined
  return { objectKey: object_key, contentType: content_type as string, sizeBytes: size_bytes as number }
}

const saveFile = (db: Rows, id: string, picture: StoredPicture) =>
  db.row(
    `update photos set object_key = $2, content_type = $3, size_bytes = $4, sha256 = $5, width = $6,
       height = $7
     where id = $1 and object_key is null and erased_at is null returning id`,
    [
      id,
      picture.objectKey,
      picture.contentType,
      picture.sizeBytes,
      picture.sha256,
      picture.width,
      picture.height,
    ],
  )
