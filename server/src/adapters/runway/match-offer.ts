import { findRequestGap } from '#adapters/shared'
import type { ProviderRequest } from '#platform/providers'
import type { RunwayOffer } from './catalogue.ts'

type ImageRequest = Extract<ProviderRequest, { kind: 'image' }>
type VideoRequest = Extract<ProviderRequest, { kind: 'video' }>

/** A request together with the offer of the same kind. */
export type Order =
  | { kind: 'image'; request: ImageRequest; offer: Extract<RunwayOffer, { kind: 'image' }> }
  | { kind: 'video'; request: VideoRequest; offer: Extract<RunwayOffer, { kind: 'video' }> }

/** The order of a request, or a sentence about what its model cannot do: nothing is left out in silence. */
export function matchOffer(request: ProviderRequest, offers: readonly RunwayOffer[]): Order | string {
  const offer = offers.find(({ id }) => id === request.model)
  if (!offer) return 'This model is not offered'
  const gap = findRequestGap(offer, request)
  if (gap !== undefined) return gap
  if (request.kind === 'image' && offer.kind === 'image') return { kind: 'image', request, offer }
  if (request.kind === 'video' && offer.kind === 'video') return { kind: 'video', request, offer }
  return `This model makes no ${request.kind}`
}
