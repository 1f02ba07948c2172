import type { ProviderRequest } from '#platform/providers'
import { CREDIT_MICROS } from './catalogue.ts'
import type { KieOffer } from './kie-offer.ts'

/** What a task will cost, from the prices of the catalogue. */
export function expectCostMicros(offer: KieOffer, request: ProviderRequest): number {
  if (offer.kind === 'image') return Math.round(offer.creditsPerPicture * CREDIT_MICROS)
  if (request.kind !== 'video') return 0
  return Math.round(offer.creditsPerSecond[request.resolution] * request.durationSeconds * CREDIT_MICROS)
}
