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
import type { Order, ResolvedReferences } from '#production/orders'

/** The file of a form, cleaned and stored. The commit of the job makes it a photo. */
export type StoredUpload = { photoId: string; picture: StoredPicture }

/** Cleans and stores the upload before the job exists. A file that cannot be used is refused. */
export async function storeUpload(app: App, order: Order): Promise<StoredUpload | undefined> {
  const { upload } = order.references
  if (!upload) return undefined
  const photoId = newId('photo')
  return { photoId, picture: await refuseUnusable('file', storePicture(app, photoId, upload.path)) }
}

type NewInputs = {
  tx: Tx
  owner: Owner
  order: Order
  resolved: ResolvedReferences
  upload: StoredUpload | undefined
}

/** The inputs of a job, inside its commit. Every reference is a photo, also a URL and an upload. */
export async function collectInputs({ tx, owner, order, resolved, upload }: NewInputs): Promise<{
  inputs: Input[]
  mask: Input | null
}> {
  const inputs = upload ? [await insertUpload(tx, owner, upload)] : []
  for (const { photoReferenceId, label, origin, sourceUrl, file } of resolved.references) {
    if (photoReferenceId) inputs.push({ photoReferenceId, label, origin, file, sourceUrl })
    else inputs.push(await insertUrl(tx, owner, sourceUrl as string, label))
  }
  const { maskUrl } = order.references
  return { inputs, mask: maskUrl === null ? null : await insertUrl(tx, owner, maskUrl, 'mask') }
}

async function insertUrl(tx: Tx, owner: Owner, sourceUrl: string, label: string): Promise<Input> {
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
