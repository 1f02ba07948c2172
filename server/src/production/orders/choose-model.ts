import type { Offer } from '#platform/providers'
import { Refusal } from '#platform/refusal'

/**
 * The requested model, or the default, and its provider. Any other model is refused with the list of models.
 */
export function chooseModel(
  offer: Offer,
  kind: 'image' | 'video',
  requestedModel: string | undefined,
): { provider: string; model: string } {
  const offered = offer.models.filter((one) => one.kinds.includes(kind))
  const model = requestedModel === undefined ? offered[0] : offered.find((one) => one.id === requestedModel)
  const provider = model && offer.findByModel(model.id)
  if (provider) return { provider: provider.name, model: model.id }
  const names = offered.map((one) => one.id).join(', ')
  throw new Refusal('invalid_request', `model must be one of the ${kind} models: ${names}.`, {
    field: 'model',
  })
}
