import type { ProviderRequest } from '#platform/providers'
import type { FalOffer } from './fal-offer.ts'

/** Where the provider finds the pictures of a request. */
export type Addresses = { references: string[]; mask?: string }

export const endpointOf = ({ providerModel, paths }: FalOffer, { references }: ProviderRequest): string =>
  `${providerModel}${references.length > 0 ? paths.withReferences : paths.plain}`

/** The input of a model. The same request gives the same input: a lost submit is found by it. */
export function buildInput(offer: FalOffer, request: ProviderRequest, addresses: Addresses) {
  return {
    prompt: request.prompt,
    ...describeFiles(offer, request),
    ...offer.always,
    ...(addresses.references.length > 0 && { [offer.referencesField]: addresses.references }),
    ...(addresses.mask !== undefined && { mask_url: addresses.mask }),
  }
}

function describeFiles(offer: FalOffer, request: ProviderRequest): Record<string, unknown> {
  if (offer.kind === 'image' && request.kind === 'image')
    return { [offer.sizeField]: offer.sizeValues[request.size], num_images: request.n }
  if (offer.kind === 'video' && request.kind === 'video')
    return {
      aspect_ratio: offer.orientationValues[request.orientation],
      resolution: offer.resolutionValues[request.resolution],
      duration: offer.durationAs === 'text' ? String(request.durationSeconds) : request.durationSeconds,
    }
  throw new Error(`${offer.id} makes no ${request.kind}s`)
}
