import { PHOTOS_PER_HOLDER, type Photo } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { refuseIfFull } from '#access/quotas'
import type { App } from '#platform/app'
import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { findAsset, holdAsset } from './find-asset.ts'
import { type PhotoRow, photoColumns, presentPhoto } from './photo-row.ts'
import { columnOf, type PhotoSubject } from './photo-subject.ts'
import type { PhotoRequest, PhotoSource } from './read-photo-request.ts'
import { refuseUnusable } from './refuse-unusable.ts'
import {
  type PreparedPicture,
  prepareCopy,
  prepareFetched,
  preparePicture,
  type StoredObject,
  type StoredPicture,
} from './store-picture.ts'
import { storeWithinQuota } from './store-within-quota.ts'

/**
 * Finds a finished image of the caller; inside a transaction it cannot be erased until the commit. It is
 * passed in, because photos cannot import the media module.
 */
export type FindImage = (mediaId: string, tx?: Tx) => Promise<StoredObject | undefined>

type PhotoToAdd = { subject: PhotoSubject; request: PhotoRequest; findImage: FindImage }

/** Adds a photo to a product or character. The caller has checked that it belongs to the owner. */
export async function addPhoto(
  app: App,
  owner: Owner,
  { subject, request, findImage }: PhotoToAdd,
): Promise<{ photo: Photo; message: string }> {
  const id = newId('photo')
  const { label, source } = request
  // Checked before the work too, so that nothing is fetched when the limit is reached.
  if (await isFull(app.db, subject)) throw tooMany()
  await refuseIfFull(app, owner, { kind: 'photos', items: 1, bytes: 0 })
  const prepared = await prepareSource(app, owner, { id, source, findImage })
  const row = await storeWithinQuota(app, owner, { kind: 'photos', prepared }, async (tx) => {
    // A copy of something that was erased meanwhile would survive its erasure.
    if (!(await holdSource(tx, source, findImage))) throw noAsset()
    const photo = { id, label, picture: prepared.picture, sourceId: sourceIdOf(source) }
    const inserted = await insertPhoto(tx, owner, subject, photo)
    if (!inserted) throw tooMany()
    return inserted
  })
  const isPrimary = row.active === 1
  return {
    photo: presentPhoto(row, isPrimary, app.config.publicUrl),
    message: isPrimary
      ? 'Photo added. It is the oldest, so it is the primary photo, which jobs use by default.'
      : 'Photo added. Send its id in a job to use it there.',
  }
}

const sourceIdOf = (source: PhotoSource): string | null => ('id' in source ? source.id : null)

async function holdSource(tx: Tx, source: PhotoSource, findImage: FindImage): Promise<boolean> {
  if (source.kind === 'asset') return holdAsset(tx, source.id)
  return source.kind !== 'media' || (await findImage(source.id, tx)) !== undefined
}

type NewPicture = { id: string; source: PhotoSource; findImage: FindImage }

async function prepareSource(
  app: App,
  owner: Owner,
  { id, source, findImage }: NewPicture,
): Promise<PreparedPicture> {
  const { userId } = owner
  switch (source.kind) {
    case 'fileUrl':
      return refuseUnusable('fileUrl', prepareFetched(app, id, { url: source.url, userId }))
    case 'upload':
      return refuseUnusable('file', preparePicture(app, id, { path: source.path, userId }))
    case 'asset': {
      const asset = await findAsset(app.db, owner, source.id)
      if (!asset) throw noAsset()
      return prepareFromAsset(app, id, asset)
    }
    case 'media': {
      const image = await findImage(source.id)
      if (!image) throw noAsset()
      return refuseUnusable('mediaAssetId', prepareCopy(app, id, { ...image, userId }))
    }
    default:
      return source satisfies never
  }
}

/** An upload was cleaned before. Its object is copied, so that either may be deleted without the other. */
function prepareFromAsset(app: App, id: string, asset: StoredPicture): PreparedPicture {
  const objectKey = asset.objectKey.replace(/^uploads\/ast_[0-9A-Za-z]+-/, `uploads/${id}-`)
  return {
    picture: { ...asset, objectKey },
    async store() {
      // It may have been deleted since it was found.
      if (!(await app.storage.copy(asset.objectKey, objectKey))) throw noAsset()
    },
  }
}

type NewPhoto = { id: string; label: string; picture: StoredPicture; sourceId: string | null }

/**
 * The count row of the subject is the lock: parallel additions wait for each other, and one beyond the limit
 * inserts nothing. So photos become visible in the order in which they were added.
 */
const insertPhoto = (tx: Tx, owner: Owner, subject: PhotoSubject, photo: NewPhoto) => {
  const { id, label, picture, sourceId } = photo
  const { column, id: subjectId } = columnOf(subject)
  return tx.row<PhotoRow & { active: number }>(
    `with place as (
       insert into photo_counts (holder_id, active) values ($4, 1)
       on conflict (holder_id) do update set active = photo_counts.active + 1
         where photo_counts.active < ${PHOTOS_PER_HOLDER} and not photo_counts.closed
       returning active)
     insert into photos (id, user_id, mode, kind, ${column}, label,
                         object_key, content_type, size_bytes, sha256, width, height, source_id)
     select $1, $2, $3, $5, $4, $6, $7, $8, $9, $10, $11, $12, $13 from place
     returning ${photoColumns}, (select active from place)`,
    [
      id,
      owner.userId,
      owner.mode,
      subjectId,
      column === 'product_id' ? 'product' : 'character',
      label,
      picture.objectKey,
      picture.contentType,
      picture.sizeBytes,
      picture.sha256,
      picture.width,
      picture.height,
      sourceId,
    ],
  )
}

async function isFull(db: Rows, subject: PhotoSubject): Promise<boolean> {
  const row = await db.row(`select from photo_counts where holder_id = $1 and active >= $2`, [
    columnOf(subject).id,
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
