import type { ImageSize, Orientation, Resolution } from '@atelier/contract'

/** A picture that was sent with the request, not yet checked or cleaned. */
export type Upload = { path: string; sizeBytes: number; sha256: Buffer }

/** The product, character, CEP and pictures that a request names, before anything is looked up. */
export type RequestedReferences = {
  productId: string | null
  useProductPhoto: boolean
  /** Photos to use instead of the primary photo; null when the caller chose none. */
  productPhotoReferenceIds: string[] | null
  photoReferenceIds: string[]
  imageUrls: string[]
  characterId: string | null
  cepId: string | null
  maskUrl: string | null
  upload: Upload | null
}

/** What a submit asks for: parsed, checked and priced. */
export type Order = {
  prompt: string
  /** Which model makes it, and where, is chosen later: a replay must not depend on what is offered now. */
  requestedModel: string | null
  hook: string | null
  clientRef: string | null
  costCredits: number
  /** Two requests with one clientRef are the same when this hash is equal. */
  bodyHash: Buffer
  ignoredFields: string[]
  references: RequestedReferences
} & OutputFormat

/**
 * The format of the output. The fields that apply only to the other kind have the default values of their
 * columns.
 */
export type OutputFormat =
  | { kind: 'image'; size: ImageSize; n: 1 | 2 | 4; orientation: null; resolution: 'SD'; durationSeconds: 0 }
  | {
      kind: 'video'
      size: null
      n: 1
      orientation: Orientation
      resolution: Resolution
      durationSeconds: 6 | 10 | 15
    }

export const noReferences: RequestedReferences = {
  productId: null,
  useProductPhoto: false,
  productPhotoReferenceIds: null,
  photoReferenceIds: [],
  imageUrls: [],
  characterId: null,
  cepId: null,
  maskUrl: null,
  upload: null,
}
