import type { ProviderRequest, ReferencePicture } from '#platform/providers'
import type { Refused } from './classify-refusal.ts'

export type LoadedPicture = { bytes: Buffer; contentType: string }
export type LoadedPictures = { references: LoadedPicture[]; mask: LoadedPicture | undefined }

const REFERENCE_TYPES = ['image/png', 'image/webp', 'image/jpeg']
const REFERENCE_BYTES_MAX = 50 * 1024 * 1024
const MASK_BYTES_MAX = 4 * 1024 * 1024

/** The bytes of all pictures of a request. What the provider would refuse is refused before it is sent. */
export async function loadPictures({ references, mask }: ProviderRequest): Promise<LoadedPictures | Refused> {
  let loaded: LoadedPictures
  try {
    loaded = {
      references: await Promise.all(references.map((picture) => load(picture))),
      mask: mask && (await load(mask)),
    }
  } catch {
    // Our own storage did not answer, so the picture itself may be fine.
    return { kind: 'refused', class: 'provider_transient', message: 'A reference could not be read' }
  }
  const unusable = findUnusable(loaded)
  return unusable ? { kind: 'refused', class: 'input_unreachable', message: unusable } : loaded
}

async function load(picture: ReferencePicture): Promise<LoadedPicture> {
  const { bytes, contentType } = await picture.load()
  return { bytes, contentType: contentType.replace(/;.*/, '').trim().toLowerCase() }
}

function findUnusable({ references, mask }: LoadedPictures): string | undefined {
  if (references.some(({ contentType }) => !REFERENCE_TYPES.includes(contentType)))
    return 'A reference must be a PNG, WebP or JPEG'
  if (references.some(({ bytes }) => bytes.length >= REFERENCE_BYTES_MAX))
    return 'A reference must be smaller than 50 MB'
  if (mask && mask.contentType !== 'image/png') return 'The mask must be a PNG'
  if (mask && mask.bytes.length >= MASK_BYTES_MAX) return 'The mask must be smaller than 4 MB'
  return undefined
}
