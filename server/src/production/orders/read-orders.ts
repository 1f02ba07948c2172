import { ImageBody, imagePrice, VideoBody, VideoForm, videoPrice } from '@atelier/contract'
import { parseFields, Refusal } from '#platform/refusal'
import { fingerprint } from './fingerprint.ts'
import { noReferences, type Order, type Upload } from './order.ts'
import { readRequestedReferences } from './read-requested-references.ts'

export function readImageOrder(body: unknown): Order {
  const { clientRef, ...fields } = parseFields(ImageBody, body, 'body')
  const { prompt, size, n } = fields
  const format = { kind: 'image', size, n, orientation: null, resolution: 'SD', durationSeconds: 0 } as const
  const references = readRequestedReferences(fields)
  return {
    ...format,
    prompt,
    requestedModel: fields.model ?? null,
    references,
    hook: fields.hook || null,
    clientRef: clientRef ?? null,
    costCredits: imagePrice(n),
    bodyHash: fingerprint({ kind: 'image', ...fields, ...productPhotoDefault(fields) }),
    ignoredFields: unknownFields(body, ImageBody.shape),
  }
}

/** A video request as JSON (Form A of the interface). */
export function readVideoOrder(body: unknown): Order {
  const { clientRef, ...fields } = parseFields(VideoBody, body, 'body')
  return {
    ...videoFieldsOf(fields),
    references: readRequestedReferences(fields),
    clientRef: clientRef ?? null,
    bodyHash: fingerprint({ kind: 'video', ...fields, ...productPhotoDefault(fields) }),
    ignoredFields: unknownFields(body, VideoBody.shape),
  }
}

/** A video request as a multipart form, whose single file is the only reference. */
export function readVideoForm(form: { fields: Record<string, string>; file: Upload | undefined }): Order {
  const { clientRef, ...fields } = parseFields(VideoForm, form.fields, 'form')
  const upload = form.file
  if (!upload)
    throw new Refusal('invalid_request', 'file is required: one JPEG, PNG or WebP image.', { field: 'file' })
  const file = upload.sha256.toString('hex')
  return {
    ...videoFieldsOf(fields),
    references: { ...noReferences, cepId: fields.cepId ?? null, upload },
    clientRef: clientRef ?? null,
    bodyHash: fingerprint({ kind: 'video', ...fields, file }),
    ignoredFields: unknownFields(form.fields, VideoForm.shape),
  }
}

type VideoFields = Pick<
  VideoBody,
  'prompt' | 'orientation' | 'resolution' | 'durationSeconds' | 'hook' | 'model'
>

function videoFieldsOf(fields: VideoFields) {
  const { prompt, orientation, resolution, durationSeconds } = fields
  return {
    kind: 'video' as const,
    size: null,
    n: 1 as const,
    orientation,
    resolution,
    durationSeconds,
    prompt,
    hook: fields.hook || null,
    costCredits: videoPrice(durationSeconds, resolution),
    requestedModel: fields.model ?? null,
  }
}

/** A product's photo is used by default, so `useProductPhoto: true` gives the same hash as omitting it. */
const productPhotoDefault = (fields: {
  productId?: string | undefined
  useProductPhoto?: boolean | undefined
}) => (fields.productId === undefined ? {} : { useProductPhoto: fields.useProductPhoto ?? true })

const unknownFields = (body: unknown, known: object): string[] =>
  Object.keys(body as object).filter((key) => !Object.hasOwn(known, key))
