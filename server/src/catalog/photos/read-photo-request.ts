import { isIdOf, ReferenceBody, ReferenceForm } from '@atelier/contract'
import { parseFields, Refusal } from '#platform/refusal'

/** Where the picture of a new photo comes from. */
export type PhotoSource =
  | { kind: 'fileUrl'; url: string }
  | { kind: 'upload'; path: string }
  | { kind: 'asset'; id: string }
  | { kind: 'media'; id: string }

export type PhotoRequest = { label: string; source: PhotoSource }

export function readPhotoRequest(body: unknown): PhotoRequest {
  const { label, fileUrl, mediaAssetId } = parseFields(ReferenceBody, body, 'body')
  if ((fileUrl === undefined) === (mediaAssetId === undefined)) {
    throw new Refusal('invalid_request', 'Send exactly one of fileUrl and mediaAssetId.', {
      field: 'fileUrl',
    })
  }
  if (fileUrl !== undefined) return { label, source: { kind: 'fileUrl', url: fileUrl } }
  const id = mediaAssetId as string
  return { label, source: { kind: isIdOf('asset', id) ? 'asset' : 'media', id } }
}

type Form = { fields: Record<string, string>; file?: { path: string } | undefined }

export function readPhotoForm({ fields, file }: Form): PhotoRequest {
  const { label } = parseFields(ReferenceForm, fields, 'form')
  return { label, source: { kind: 'upload', path: requireFile(file).path } }
}

export function requireFile<File>(file: File | undefined): File {
  if (file) return file
  throw new Refusal('invalid_request', 'file is required: one JPEG, PNG or WebP image.', { field: 'file' })
}
