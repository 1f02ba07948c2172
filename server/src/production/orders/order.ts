import type { ImageSize, Orientation, Resolution } from '@atelier/contract'

/** A picture that came with the request, still as it was sent. */
export type Upload = { path: string; sizeBytes: number; sha256: Buffer }

/** What the caller wants to be seen in the result, before anything is looked up. */
export type RequestedReferences = {
  productId: string | null
  useProductPhoto: boolean
  /** Instead of the primary photo; null when the caller did not choose. */
  productPhotoReferenceIds: string[] | null
  photoReferenceIds: string[]
  imageUrls: string[]
  characterId: string | null
  cepId: string | null
  maskUrl: string | null
  upload: Upload | null
}

/** What somebody asked for, checked and complete: the price and the fingerprint follow from it. */
export type Order = {
  prompt: string
  provider: string
  model: string
  hook: string | null
  clientRef: string | null
  costCredits: number
  /** Two requests with one clientRef are the same when this is. */
  bodyHash: Buffer
  ignoredFields: string[]
  wanted: RequestedReferences
} & OutputFormat

/**
 * What is made. An image has no length, a video no count; each is what the other's columns say by default.
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
