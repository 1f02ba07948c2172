import type { ProviderRequest } from '#platform/providers'
import type { OpenaiOffer } from './catalogue.ts'

/** A request for pictures, and the offer of its model. */
export type ImageOrder = { request: Extract<ProviderRequest, { kind: 'image' }>; offer: OpenaiOffer }

const PROMPT_CHARACTERS_MAX = 32_000

/** The order of a request, or a sentence about what its model cannot do: nothing is left out in silence. */
export function matchOffer(request: ProviderRequest, offers: readonly OpenaiOffer[]): ImageOrder | string {
  const offer = offers.find(({ id }) => id === request.model)
  if (!offer) return 'This model is not offered'
  if (request.kind !== 'image') return `This model makes no ${request.kind}`
  if (!offer.sizes.includes(request.size)) return `This model does not make pictures of ${request.size}`
  if (request.n > offer.nMax) return `This model makes at most ${offer.nMax} pictures at once`
  if (request.references.length > offer.referencesMax)
    return `This model takes at most ${offer.referencesMax} references`
  if (request.mask && !offer.takesMask) return 'This model takes no mask'
  if (request.mask && request.references.length === 0) return 'A mask needs a reference'
  if ([...request.prompt].length > PROMPT_CHARACTERS_MAX)
    return `This model takes a prompt of at most ${PROMPT_CHARACTERS_MAX} characters`
  return { request, offer }
}
