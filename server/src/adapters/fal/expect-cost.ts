import type { ProviderRequest } from '#platform/providers'
import type { FalOffer } from './fal-offer.ts'

/** What a request should cost by the prices of the catalogue. */
export function expectCostMicros(offer: FalOffer, request: ProviderRequest): number {
  if (offer.kind === 'image' && request.kind === 'image') return offer.pictureMicros[request.size] * request.n
  if (offer.kind === 'video' && request.kind === 'video')
    return offer.secondMicros[request.resolution] * request.durationSeconds
  throw new Error(`${offer.id} makes no ${request.kind}s`)
}
