import type { ProviderRequest } from '#platform/providers'
import type { FalOffer } from './fal-offer.ts'

/** Why a model cannot serve a request as it is. The provider would leave a part out without a word. */
export function findGap(offer: FalOffer, request: ProviderRequest): string | undefined {
  if (request.references.length > offer.referencesMax)
    return `The model takes at most ${offer.referencesMax} references.`
  if (request.kind !== offer.kind) return `The model makes no ${request.kind}s.`
  if (request.kind === 'image' && offer.kind === 'image') {
    if (!offer.sizes.includes(request.size)) return `The model does not make the size ${request.size}.`
    if (request.n > offer.nMax) return `The model makes at most ${offer.nMax} pictures at once.`
    if (request.mask && !offer.takesMask) return 'The model takes no mask.'
    if (request.mask && request.references.length === 0) return 'A mask needs a picture to edit.'
    return undefined
  }
  if (request.kind !== 'video' || offer.kind !== 'video') return undefined
  if (request.mask) return 'The model takes no mask.'
  if (request.n > 1) return 'The model makes one video at once.'
  if (!offer.orientations.includes(request.orientation))
    return `The model does not make ${request.orientation} videos.`
  if (!offer.resolutions.includes(request.resolution))
    return `The model does not make videos in ${request.resolution}.`
  const { referenceSecondsMax = Number.POSITIVE_INFINITY } = offer
  const isTooLong = request.references.length > 0 && request.durationSeconds > referenceSecondsMax
  if (isTooLong) return `With references a video takes at most ${referenceSecondsMax} seconds.`
  if (offer.durationsSeconds.includes(request.durationSeconds)) return undefined
  return `The model does not make videos of ${request.durationSeconds} seconds.`
}
