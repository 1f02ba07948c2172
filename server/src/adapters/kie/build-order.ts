import type { ProviderRequest } from '#platform/providers'
import type { KieOffer } from './kie-offer.ts'

/** The body of the one POST that buys. */
export type Order = {
  model: string
  callBackUrl: string
  input: Record<string, unknown>
}

/** `addresses` are those of the references. */
export function buildOrder(offer: KieOffer, request: ProviderRequest, addresses: readonly string[]): Order {
  const hasReferences = addresses.length > 0 && offer.referencesField !== undefined
  const model = (hasReferences && offer.referencesModel) || offer.providerModel
  const pictures = hasReferences ? { [offer.referencesField as string]: addresses } : {}
  const input = { prompt: request.prompt, ...pictures, ...describeFile(offer, request), ...offer.always }
  return { model, callBackUrl: request.callbackUrl, input }
}

function describeFile(offer: KieOffer, request: ProviderRequest): Record<string, unknown> {
  if (request.kind === 'image' && offer.kind === 'image') return { aspect_ratio: offer.ratios[request.size] }
  if (request.kind !== 'video' || offer.kind !== 'video') return {}
  return {
    aspect_ratio: offer.ratios[request.orientation],
    resolution: offer.resolutionNames[request.resolution],
    duration: request.durationSeconds,
  }
}
