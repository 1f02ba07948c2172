import { newSimulatorProvider } from './new-simulator-provider.ts'
import type { Provider, Providers } from './provider.ts'

/** The configured providers. Each model is offered by exactly one of them. */
export function newProviders({ simulatorUrl }: { simulatorUrl: string | undefined }): Providers {
  const providers: Provider[] = simulatorUrl ? [newSimulatorProvider(simulatorUrl)] : []
  const byModel = new Map(
    providers.flatMap((provider) => provider.models.map((model) => [model.id, provider] as const)),
  )
  const models = providers.flatMap((provider) => provider.models)
  return {
    models,
    findByModel: (model) => byModel.get(model),
    findByName: (name) => providers.find((provider) => provider.name === name),
  }
}
