import type { Config, ProviderKeys } from '#platform/config'
import { newSimulatorProviders, type Provider, type Providers } from '#platform/providers'
import { buildAdapters } from './build-adapters.ts'
import { checkNames } from './check-names.ts'
import { defaultModels } from './default-models.ts'
import { listModels, listSimulated } from './list-models.ts'
import { newOffer } from './new-offer.ts'
import { readOperatorFile } from './read-operator-file.ts'
import { type ProviderCall, watchProvider } from './watch-provider.ts'

export type ProviderConfig = Pick<Config, 'providers' | 'simulatorUrl' | 'publicUrl' | 'tempDir'> & {
  s3: Pick<Config['s3'], 'readUrl'>
}

/**
 * The configured providers, and what keys may order from them. Test keys order from the simulator alone. Live
 * keys order from real providers; the simulator is theirs, too, unless this is production. `tell` hears of
 * every call of one.
 */
export function openProviders(
  config: ProviderConfig,
  keys: ProviderKeys = {},
  tell: (call: ProviderCall) => void = () => undefined,
): Providers {
  const { providers: settings, simulatorUrl, publicUrl, tempDir } = config
  const file = readOperatorFile(settings.file)
  const isRedirecting = config.s3.readUrl !== undefined
  const all = buildAdapters({ settings, file, keys, publicUrl, isRedirecting, tempDir })
  const listing = {
    models: file.models ?? defaultModels.models,
    defaults: file.defaults ?? (file.models ? {} : defaultModels.defaults),
  }
  checkNames(file, listing, Object.values(all))
  const watched = (provider: Provider) => watchProvider(provider, tell)
  const limited = settings.names.map((name) => withLimit(all[name], file.providers?.[name]?.runningMax))
  const enabled = limited.map(watched)
  const simulators = simulatorUrl ? newSimulatorProviders(simulatorUrl, tempDir).map(watched) : []
  const real = listModels(listing, enabled)
  const simulated = listSimulated(simulators)
  const list = [...enabled, ...simulators]
  return {
    list,
    offers: {
      live: newOffer(settings.isProduction ? real : [...real, ...simulated], listing.defaults),
      test: newOffer(simulated, {}),
    },
    findByName: (name) => list.find((provider) => provider.name === name),
  }
}

const withLimit = (provider: Provider, runningMax: number | undefined): Provider =>
  runningMax === undefined ? provider : { ...provider, runningMax }
