import type { ImageBody, VideoBody } from '@atelier/contract'
import { parsePublicUrl, UnusableAddress } from '#platform/fetching'
import { Refusal } from '#platform/refusal'
import { noReferences, type RequestedReferences } from './order.ts'

type Fields = Pick<
  VideoBody,
  'productId' | 'useProductPhoto' | 'productPhotoReferenceIds' | 'photoReferenceIds' | 'characterId' | 'cepId'
> &
  Partial<Pick<ImageBody, 'imageUrls' | 'maskUrl'>>

/** The references of a body. Contradictory fields and URLs that are not public are refused. */
export function readRequestedReferences(fields: Fields): RequestedReferences {
  const { productId, useProductPhoto, productPhotoReferenceIds } = fields
  if (productId === undefined && productPhotoReferenceIds !== undefined)
    throw contradiction('productPhotoReferenceIds', 'requires productId')
  if (productId === undefined && useProductPhoto !== undefined)
    throw contradiction('useProductPhoto', 'requires productId')
  if (useProductPhoto === false && productPhotoReferenceIds !== undefined)
    throw contradiction('productPhotoReferenceIds', 'cannot be combined with useProductPhoto: false')
  for (const url of fields.imageUrls ?? []) checkAddress('imageUrls', url)
  if (fields.maskUrl !== undefined) checkAddress('maskUrl', fields.maskUrl)
  return {
    ...noReferences,
    productId: productId ?? null,
    useProductPhoto: productId !== undefined && useProductPhoto !== false,
    productPhotoReferenceIds: productPhotoReferenceIds ?? null,
    photoReferenceIds: fields.photoReferenceIds ?? [],
    imageUrls: fields.imageUrls ?? [],
    characterId: fields.characterId ?? null,
    cepId: fields.cepId ?? null,
    maskUrl: fields.maskUrl ?? null,
  }
}

/** Checks what can be checked without opening the URL. */
function checkAddress(field: string, url: string): void {
  try {
    parsePublicUrl(url)
  } catch (error) {
    if (error instanceof UnusableAddress)
      throw new Refusal('invalid_request', `${field}: ${error.message}`, { field })
    throw error
  }
}

const contradiction = (field: string, why: string) =>
  new Refusal('invalid_request', `${field} ${why}.`, { field })
