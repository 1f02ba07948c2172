import { PHOTOS_PER_HOLDER, type Photo } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { findAsset } from './find-asset.ts'
import { type PhotoRow, photoColumns, presentPhoto } from './photo-row.ts'
import { columnOf, type Holder } from './photo-subject.ts'
import type { PhotoSource, Reference } from './read-photo-request.ts'
import { refuseUnusable } from './refuse-unusable.ts'
import { type Stored, type StoredPicture, storeCopy, storeFetched, storePicture } from './store-picture.ts'

/** Finds a finished image of the caller; the room that has them is not one that this room knows. */
export type FindImage = (mediaId: string) => Promise<Stored | undefined>

/** Adds a photo to a product or character that was found to be the owner's. */
export async function addPhoto(
  app: App,
  owner: Owner,
  holder: Holder,
  { label, source }: Reference,
  findImage: FindImage,
): Promise<{ photo: Photo; message: string }> {
  const id = newId('photo')
  // Said before the work, too: a full album must not make us fetch.
  if (await isFull(app.db, holder)) throw tooMany()
  const picture = await keep(app, owner, id, source, findImage)
  const row = await insertPhoto(app.db, owner, holder, { id, label, picture })
  if (!row) throw tooMany()
  const isPrimary = row.active === 1
  return {
    photo: presentPhoto(row, isPrimary, app.config.publicUrl),
    message: isPrimary
      ? 'Photo added. It is the oldest, so it is the primary photo, which jobs use by default.'
      : 'Photo added. Send its id in a job to use it there.',
  }
}

async function keep(
  app: App,
  owner: Owner,
  id: string,
  source: PhotoSource,
  findImage: FindImage,
): Promise<StoredPicture> {
  switch (source.kind) {
    case 'fileUrl':
      return refuseUnusable('fileUrl', storeFetched(app, id, source.url))
    case 'upload':
      return refuseUnusable('file', storePicture(app, id, source.path))
    case 'asset': {
      const asset = await findAsset(app.db, owner, source.id)
      if (!asset) throw noAsset()
      // Cleaned when it was uploaded and never changed since: both names lead to one object.
      return asset
    }
    case 'media': {
      const image = await findImage(source.id)
      if (!image) throw noAsset()
      return refuseUnusable('mediaAssetId', storeCopy(app, id, image))
    }
    default:
      return source satisfies never
  }
}

type NewPhoto = { id: string; label: string; picture: StoredPicture }

/**
 * The count of the holder is the lock: of many at once each waits for its place, and the one that finds none
 * adds nothing. So the order of adding is also the order in which they can be seen.
 */
const insertPhoto = (db: Rows, owner: Owner, holder: Holder, { id, label, picture }: NewPhoto) => {
  const { column, id: holderId } = columnOf(holder)
  return db.row<PhotoRow & { active: number }>(
    `with place as (
       insert into photo_counts (holder_id, active) values ($4, 1)
       on conflict (holder_id) do update set active = photo_counts.active + 1
         where photo_counts.active < ${PHOTOS_PER_HOLDER}
       returning active)
     insert into photos (id, user_id, mode, kind, ${column}, label,
                         object_key, content_type, size_bytes, sha256, width, height)
     select $1, $2, $3, $5, $4, $6, $7, $8, $9, $10, $11, $12 from place
     returning ${photoColumns}, (select active from place)`,
    [
      id,
      owner.userId,
      owner.mode,
      holderId,
      column === 'product_id' ? 'product' : 'character',
      label,
      picture.objectKey,
      picture.contentType,
      picture.sizeBytes,
      picture.sha256,
      picture.width,
      picture.height,
    ],
  )
}

async function isFull(db: Rows, holder: Holder): Promise<boolean> {
  const row = await db.row(`select from photo_counts where holder_id = $1 and active >= $2`, [
    columnOf(holder).id,
    PHOTOS_PER_HOLDER,
  ])
  return row !== undefined
}

const tooMany = () =>
  new Refusal(
    'invalid_request',
    `The limit of ${PHOTOS_PER_HOLDER} active photos is reached. Delete one first.`,
    { limit: PHOTOS_PER_HOLDER },
  )

const noAsset = () =>
  new Refusal('not_found', 'You have no completed image or upload with the id in mediaAssetId.', {
    field: 'mediaAssetId',
  })
