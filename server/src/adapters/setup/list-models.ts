import type { ModelOffer, Provider } from '#platform/providers'
import type { Listing } from './operator-file.ts'

/** A model with everyone who offers it, best first. */
export type ListedModel = {
  id: string
  description: string
  offers: readonly { provider: Provider; offer: ModelOffer }[]
  fallback?: string
}

/** Every model of the list that one of these providers offers. */
export function listModels({ models }: Listing, providers: readonly Provider[]): ListedModel[] {
  const listed = models.map(({ id, offers, description, fallback }): ListedModel => {
    const found = offers.flatMap((name) => findOffers(providers, name))
    return {
      id,
      description: description ?? found[0]?.offer.description ?? id,
      offers: found,
      ...(fallback !== undefined && { fallback }),
    }
  })
  return listed.filter(({ offers }) => offers.length > 0)
}

export const findOffers = (providers: readonly Provider[], name: string) =>
  providers.flatMap((provider) =>
    provider.offers.filter(({ id }) => id === name).map((offer) => ({ provider, offer })),
  )

/** The models of the simulator, under their own names. */
export const listSimulated = (providers: readonly Provider[]): ListedModel[] =>
  providers.flatMap((provider) => {
    const ids = [...new Set(provider.offers.map(({ id }) => id))]
    return ids.map((id) => {
      const offers = provider.offers.filter((one) => one.id === id)
      return {
        id,
        description: offers[0]?.description ?? id,
        offers: offers.map((offer) => ({ provider, offer })),
      }
    })
  })
