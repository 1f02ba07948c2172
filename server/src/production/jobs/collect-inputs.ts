import type { Owner } from '#access/identity'
import {
  fileNameOf,
  insertHiddenPhoto,
  refuseUnusable,
  type StoredPicture,
  storePicture,
} from '#catalog/photos'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Input } from '#production/media'
import type { Order, Resolved } from '#production/orders'

/** The file of a form, cleaned and stored: it becomes a photo with the job, in one commit. */
export type StoredUpload = { photoId: string; picture: StoredPicture }

/** Before the job exists: an upload is made safe and stored. What cannot be used is told at once. */
export async function storeUpload(app: App, order: Order): Promise<StoredUpload | undefined> {
  const { upload } = order.wanted
  if (!upload) return undefined
  const photoId = newId('photo')
  return { photoId, picture: await refuseUnusable('file', storePicture(app, photoId, upload.path)) }
}

/** In the commit of the job: every reference is a photo, also a raw address and an upload. */
export async function collectInputs(
  tx: Tx,
  owner: Owner,
  order: Order,
  resolved: Resolved,
  upload: StoredUpload | undefined,
): Promise<{ inputs: Input[]; mask: Input | null }> {
  const inputs = upload ? [await insertUpload(tx, owner, upload)] : []
  for (const { photoReferenceId, label, origin, sourceUrl, file } of resolved.references) {
    if (photoReferenceId) inputs.push({ photoReferenceId, label, origin, file, sourceUrl })
    else inputs.push(await insertAddress(tx, owner, sourceUrl as string, label))
  }
  const { maskUrl } = order.wanted
  return { inputs, mask: maskUrl === null ? null : await insertAddress(tx, owner, maskUrl, 'mask') }
}

async function insertAddress(tx: Tx, owner: Owner, sourceUrl: string, label: string): Promise<Input> {
  const photoReferenceId = newId('photo')
  await insertHiddenPhoto(tx, owner, { kind: 'external_url', id: photoReferenceId, label, sourceUrl })
  return { photoReferenceId, label, origin: 'image_url', file: null, sourceUrl }
}

async function insertUpload(tx: Tx, owner: Owner, { photoId, picture }: StoredUpload): Promise<Input> {
  const label = 'upload'
  await insertHiddenPhoto(tx, owner, { kind: 'upload', id: photoId, label, picture })
  const file = fileNameOf(photoId, picture.contentType)
  return { photoReferenceId: photoId, label, origin: 'upload', file, sourceUrl: null }
}
