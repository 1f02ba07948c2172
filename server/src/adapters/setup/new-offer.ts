import { findGap } from '#adapters/shared'
import type { Choice, Gap, Kind, Model, Offer, Route, Wanted } from '#platform/providers'
import type { ListedModel } from './list-models.ts'
import { mergeCapabilities } from './merge-capabilities.ts'

export type Defaults = { image?: string | undefined; video?: string | undefined }

/** What may be ordered of these models. A default that is not among them is the first of its kind. */
export function newOffer(listed: readonly ListedModel[], defaults: Defaults): Offer {
  const models = sortByDefault(listed, defaults)
  return {
    models: models.map((one) => describe(one, models)),
    findRoutes: (wanted, name): Choice => {
      const ofKind = models.filter((one) => makes(one, wanted.kind))
      const named = ofKind.filter(({ id }) => id === name)
      const candidates = name === undefined ? ofKind : named
      const [first] = candidates
      if (!first) return { kind: 'unknown_model', models: ofKind.map(({ id }) => id) }
      const chosen = candidates.find((one) => routesOf(one, wanted).length > 0)
      if (chosen) return { kind: 'chosen', routes: withFallback(chosen, models, wanted) }
      const able = ofKind.filter((one) => routesOf(one, wanted).length > 0).map(({ id }) => id)
      return { kind: 'unserved', model: first.id, gap: gapOf(first, wanted), models: able }
    },
  }
}

const makes = ({ offers }: ListedModel, kind: Kind): boolean =>
  offers.some(({ offer }) => offer.kind === kind)

/** The default of each kind comes first. */
function sortByDefault(listed: readonly ListedModel[], defaults: Defaults): ListedModel[] {
  const first = [defaults.image, defaults.video]
    .map((id) => listed.find((one) => one.id === id))
    .filter((one) => one !== undefined)
  return [...new Set([...first, ...listed])]
}

function describe(model: ListedModel, models: readonly ListedModel[]): Model {
  const kinds = (['image', 'video'] as const).filter((kind) => makes(model, kind))
  return {
    id: model.id,
    description: model.description,
    kinds,
    defaultFor: kinds.filter((kind) => models.find((one) => makes(one, kind)) === model),
    capabilities: mergeCapabilities(model.offers.map(({ offer }) => offer)),
  }
}

const routesOf = ({ id, offers }: ListedModel, wanted: Wanted): Route[] =>
  offers
    .filter(({ offer }) => findGap(offer, wanted) === undefined)
    .map(({ provider, offer }) => ({ provider: provider.name, model: id, offer: offer.id }))

/** Another model follows only where the operator says so, and only as far as it serves the order, too. */
function withFallback(
  chosen: ListedModel,
  models: readonly ListedModel[],
  wanted: Wanted,
): readonly [Route, ...Route[]] {
  const fallback = models.find(({ id }) => id === chosen.fallback)
  const routes = [...routesOf(chosen, wanted), ...(fallback ? routesOf(fallback, wanted) : [])]
  return routes as [Route, ...Route[]]
}

/** Of several offers, the one that lacks something other than the kind says more. */
function gapOf({ offers }: ListedModel, wanted: Wanted): Gap {
  const gaps = offers.map(({ offer }) => findGap(offer, wanted)).filter((gap) => gap !== undefined)
  return gaps.find(({ about }) => about !== 'kind') ?? (gaps[0] as Gap)
}
