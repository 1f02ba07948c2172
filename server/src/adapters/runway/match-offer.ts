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
  if (request.mask) return 'This model takes no mask'
  if (request.references.length > offer.referencesMax)
    return `This model takes at most ${offer.referencesMax} references`
  if (request.kind === 'image' && offer.kind === 'image') {
    if (!offer.sizes.includes(request.size)) return `This model does not make pictures of ${request.size}`
    if (request.n > offer.nMax) return `This model makes at most ${offer.nMax} pictures at once`
    return { kind: 'image', request, offer }
  }
  if (request.kind === 'video' && offer.kind === 'video') {
    if (request.n > 1) return 'This model makes one video at once'
    if (!offer.durationsSeconds.includes(request.durationSeconds))
      return `This model does not make videos of ${request.durationSeconds} seconds`
    const hasShape =
      offer.orientations.includes(request.orientation) && offer.resolutions.includes(request.resolution)
    return hasShape ? { kind: 'video', request, offer } : 'This model does not make videos of this shape'
  }
  return `This model makes no ${request.kind}`
}
