import type { Owner } from '#access/identity'
import { refuseOverflow } from '#access/quotas'
import {
  fileNameOf,
  type HiddenPhoto,
  insertHiddenPhoto,
  type PreparedPicture,
  preparePicture,
  refuseUnusable,
} from '#catalog/photos'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Input } from '#production/media'
import type { Order, ResolvedReferences } from '#production/orders'

/** The file of a form, cleaned. It is stored before the commit of the job, which makes it a photo. */
export type Upload = { photoId: string; prepared: PreparedPicture }

/** Cleans the upload before the job exists, and stores nothing. A file that cannot be used is refused. */
export async function prepareUpload(app: App, userId: string, order: Order): Promise<Upload | undefined> {
  const { upload } = order.references
  if (!upload) return undefined
  const photoId = newId('photo')
  const { path } = upload
  return { photoId, prepared: await refuseUnusable('file', preparePicture(app, photoId, { path, userId })) }
}

type Ingredients = { order: Order; resolved: ResolvedReferences; upload: Upload | undefined }

/** The inputs of a job, and the photos to insert for them: every reference is a photo, also a URL. */
export type Inputs = { inputs: Input[]; mask: Input | null; photos: HiddenPhoto[] }

export function collectInputs({ order, resolved, upload }: Ingredients): Inputs {
  const photos: HiddenPhoto[] = []
  const addUrl = (sourceUrl: string, label: string): Input => {
    const photoReferenceId = newId('photo')
    photos.push({ kind: 'external_url', id: photoReferenceId, label, sourceUrl })
    return { photoReferenceId, label, origin: 'image_url', file: null, sourceUrl }
  }
  const inputs: Input[] = []
  if (upload) {
    const { photoId, prepared } = upload
    photos.push({ kind: 'upload', id: photoId, label: 'upload', picture: prepared.picture })
    const file = fileNameOf(photoId, prepared.picture.contentType)
    inputs.push({ photoReferenceId: photoId, label: 'upload', origin: 'upload', file, sourceUrl: null })
  }
  for (const { photoReferenceId, label, origin, sourceUrl, file } of resolved.references) {
    if (photoReferenceId) inputs.push({ photoReferenceId, label, origin, file, sourceUrl })
    else inputs.push(addUrl(sourceUrl as string, label))
  }
  const { maskUrl } = order.references
  return { inputs, mask: maskUrl === null ? null : addUrl(maskUrl, 'mask'), photos }
}

/** Inserts the photos of a job inside its commit, if they fit into the quota. */
export async function insertPhotos(
  tx: Tx,
  app: App,
  owner: Owner,
  { photos }: Pick<Inputs, 'photos'>,
): Promise<void> {
  if (photos.length === 0) return
  for (const photo of photos) await insertHiddenPhoto(tx, owner, photo)
  await refuseOverflow(tx, app, owner, amountOf(photos))
}

/** The bytes behind a URL are not known yet. They count when they are stored. */
export const amountOf = (photos: HiddenPhoto[]) => ({
  kind: 'photos' as const,
  items: photos.length,
  bytes: photos.reduce((sum, one) => sum + (one.kind === 'upload' ? one.picture.sizeBytes : 0), 0),
})
