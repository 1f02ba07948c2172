import { findRequestGap } from '#adapters/shared'
import type { ProviderRequest } from '#platform/providers'
import type { OpenaiOffer } from './catalogue.ts'

/** A request for pictures, and the offer of its model. */
export type ImageOrder = { request: Extract<ProviderRequest, { kind: 'image' }>; offer: OpenaiOffer }

/** The order of a request, or a sentence about what its model cannot do: nothing is left out in silence. */
export function matchOffer(request: ProviderRequest, offers: readonly OpenaiOffer[]): ImageOrder | string {
  const offer = offers.find(({ id }) => id === request.model)
  if (!offer) return 'This model is not offered'
  const gap = findRequestGap(offer, request)
  if (gap !== undefined || request.kind !== 'image') return gap ?? 'This model makes no video'
  return { request, offer }
}
