import type { Gap, Offer, Route, Wanted } from '#platform/providers'
import { Refusal } from '#platform/refusal'
import type { Order } from './order.ts'

/** Refuses a model that does not exist, before anything that the order names is looked up. */
export function refuseUnknownModel({ models }: Offer, { kind, requestedModel }: Order): void {
  const names = models.filter(({ kinds }) => kinds.includes(kind)).map(({ id }) => id)
  if (names.length === 0) throw nothingOffered(kind)
  if (requestedModel !== null && !names.includes(requestedModel)) throw unknownModel(kind, names)
}

/**
 * The ways to make an order, best first. What nobody can serve is refused and named, together with the models
 * that can: nothing is ever left out in silence, and nothing was charged yet.
 */
export function chooseRoutes(offer: Offer, order: Order, references: number): readonly [Route, ...Route[]] {
  const choice = offer.findRoutes(wantedBy(order, references), order.requestedModel ?? undefined)
  switch (choice.kind) {
    case 'chosen':
      return choice.routes
    case 'unknown_model':
      throw choice.models.length === 0 ? nothingOffered(order.kind) : unknownModel(order.kind, choice.models)
    case 'unserved': {
      const able =
        choice.models.length > 0 ? `Models that can serve this: ${choice.models.join(', ')}.` : NONE
      throw new Refusal('invalid_request', `The model ${choice.model} ${choice.gap.says}. ${able}`, {
        field: fieldOf(choice.gap, order),
      })
    }
    default:
      return choice satisfies never
  }
}

const NONE = 'No model that is offered can serve this.'

function wantedBy(order: Order, references: number): Wanted {
  const common = { promptCharacters: [...order.prompt].length, references }
  if (order.kind === 'image') {
    const { size, n } = order
    return { ...common, kind: 'image', size, n, hasMask: order.references.maskUrl !== null }
  }
  const { orientation, resolution, durationSeconds } = order
  return { ...common, kind: 'video', orientation, resolution, durationSeconds }
}

/** The field of the request that a gap is about. */
function fieldOf({ about }: Gap, { references }: Order): string {
  if (about === 'kind') return 'model'
  if (about === 'mask') return 'maskUrl'
  if (about !== 'references') return about
  if (references.upload) return 'file'
  if (references.imageUrls.length > 0) return 'imageUrls'
  if (references.photoReferenceIds.length > 0) return 'photoReferenceIds'
  if (references.productPhotoReferenceIds !== null) return 'productPhotoReferenceIds'
  return references.productId !== null && references.useProductPhoto ? 'productId' : 'characterId'
}

const unknownModel = (kind: string, names: readonly string[]) =>
  new Refusal('invalid_request', `model must be one of the ${kind} models: ${names.join(', ')}.`, {
    field: 'model',
  })

const nothingOffered = (kind: string) =>
  new Refusal(
    'service_unavailable',
    `No ${kind} model is offered at the moment. Nothing was charged.`,
    {},
    { 'retry-after': '60' },
  )
