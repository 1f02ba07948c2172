import { newSimulatorProvider } from './new-simulator-provider.ts'
import type { Offer, Provider, Providers } from './provider.ts'

/** The configured providers. Each model is offered by exactly one of them. */
export function newProviders({ simulatorUrl }: { simulatorUrl: string | undefined }): Providers {
  const providers: Provider[] = simulatorUrl ? [newSimulatorProvider(simulatorUrl)] : []
  const simulated = providers.filter((provider) => provider.isSimulated)
  const real = providers.filter((provider) => !provider.isSimulated)
  const live = offerOf([...real, ...simulated])
  return {
    offers: { live, test: offerOf(simulated) },
    findByModel: live.findByModel,
    findByName: (name) => providers.find((provider) => provider.name === name),
  }
}

const offerOf = (providers: Provider[]): Offer => ({
  models: providers.flatMap((provider) => provider.models),
  findByModel: (id) => providers.find((provider) => provider.models.some((model) => model.id === id)),
})
