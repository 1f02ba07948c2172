import { newSimulatorProviders } from './new-simulator-providers.ts'
import type { Offer, Provider, Providers } from './provider.ts'

export type ProviderSettings = { simulatorUrl: string | undefined; tempDir: string }

/** The configured providers. Each model is offered by exactly one of them. */
export function newProviders({ simulatorUrl, tempDir }: ProviderSettings): Providers {
  const providers: Provider[] = simulatorUrl ? newSimulatorProviders(simulatorUrl, tempDir) : []
  const simulated = providers.filter((provider) => provider.isSimulated)
  const real = providers.filter((provider) => !provider.isSimulated)
  const live = offerOf([...real, ...simulated])
  return {
    list: providers,
    offers: { live, test: offerOf(simulated) },
    findByModel: live.findByModel,
    findByName: (name) => providers.find((provider) => provider.name === name),
  }
}

const offerOf = (providers: Provider[]): Offer => ({
  models: providers.flatMap((provider) => provider.models),
  findByModel: (id) => providers.find((provider) => provider.models.some((model) => model.id === id)),
})
