import type { ProviderRequest } from '#platform/providers'
import type { KieOffer } from './kie-offer.ts'

/** Why a model cannot serve a request as it is: nothing is left out in silence. */
export function findGap(offer: KieOffer, request: ProviderRequest): string | undefined {
  if (request.kind !== offer.kind) return `This model makes no ${request.kind}.`
  if (request.mask) return 'This model takes no mask.'
  if (request.n !== 1) return 'This model makes one file at once.'
  if (request.references.length > offer.referencesMax)
    return `This model takes at most ${offer.referencesMax} references.`
  if (request.kind === 'image' && offer.kind === 'image')
    return offer.sizes.includes(request.size)
      ? undefined
      : `This model does not make pictures of ${request.size}.`
  if (request.kind !== 'video' || offer.kind !== 'video') return undefined
  if (!offer.durationsSeconds.includes(request.durationSeconds))
    return `This model does not make videos of ${request.durationSeconds} seconds.`
  const hasShape =
    offer.orientations.includes(request.orientation) && offer.resolutions.includes(request.resolution)
  return hasShape ? undefined : 'This model does not make videos of this shape.'
}
