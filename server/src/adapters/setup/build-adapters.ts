import { newFalProvider } from '#adapters/fal'
import { kieCatalogue, newKieProvider, unconfirmedKieOffers } from '#adapters/kie'
import { newOpenaiProvider, type OpenaiOffer } from '#adapters/openai'
import { newRunwayProvider } from '#adapters/runway'
import type { ProviderKeys, ProviderName, ProviderSettings } from '#platform/config'
import { parsePublicUrl } from '#platform/fetching'
import type { Provider } from '#platform/providers'
import type { OperatorFile } from './operator-file.ts'

export type AdapterSettings = {
  settings: ProviderSettings
  file: OperatorFile
  /** Empty in the api: its adapters tell what is offered and read callbacks, and never buy. */
  keys: ProviderKeys
  publicUrl: string
  /** Readers of files are redirected to the storage. */
  isRedirecting: boolean
  tempDir: string
}

/** An adapter for each of the four providers, enabled or not. */
export function buildAdapters(given: AdapterSettings): Record<ProviderName, Provider> {
  const { settings, file, keys, publicUrl, isRedirecting, tempDir } = given
  const { fal, kie, openai, runway } = settings
  // All four take uploads or bytes, so a service that nobody outside can reach has all of them. One that
  // takes only URLs would have to be refused here.
  const isReachable = isPublic(publicUrl)
  const named = new Set(file.models?.flatMap(({ offers }) => offers))
  const ownOffers = file.openai?.offers as readonly OpenaiOffer[] | undefined
  return {
    fal: newFalProvider({
      ...fal,
      key: keys.fal ?? '',
      ownOrigin: new URL(fal.queueUrl).origin,
      isPublic: isReachable,
    }),
    kie: newKieProvider({
      apiUrl: kie.apiUrl,
      uploadUrl: kie.uploadUrl,
      fileHosts: kie.fileHosts,
      ...(kie.webhookKey !== undefined && { webhookKey: kie.webhookKey }),
      key: keys.kie ?? '',
      referencesAs: isReachable ? 'url' : 'upload',
      // Nobody has confirmed these, so only an operator who names one is offered it.
      offers: [...kieCatalogue, ...unconfirmedKieOffers.filter(({ id }) => named.has(id))],
    }),
    openai: newOpenaiProvider({
      ...openai,
      key: keys.openai ?? '',
      tempDir,
      ...(ownOffers && { offers: ownOffers }),
    }),
    // It follows no redirect.
    runway: newRunwayProvider({
      ...runway,
      key: keys.runway ?? '',
      referencesAs: isReachable && !isRedirecting ? 'url' : 'upload',
    }),
  }
}

/** Whether others can reach an address: HTTPS at a public name or address. Nothing is looked up. */
function isPublic(url: string): boolean {
  try {
    parsePublicUrl(url)
    return true
  } catch {
    return false
  }
}
