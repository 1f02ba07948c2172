import type { Provider, Providers } from './provider.ts'
import { openSimulator } from './simulator.ts'

/** Every generator that this deployment is set up for; a model is offered by exactly one of them. */
export function openProviders({ simulatorUrl }: { simulatorUrl: string | undefined }): Providers {
  const all: Provider[] = simulatorUrl ? [openSimulator(simulatorUrl)] : []
  const byModel = new Map(
    all.flatMap((provider) => provider.models.map((model) => [model.id, provider] as const)),
  )
  const models = all.flatMap((provider) => provider.models)
  return {
    models,
    of: (model) => byModel.get(model),
    named: (name) => all.find((provider) => provider.name === name),
  }
}
