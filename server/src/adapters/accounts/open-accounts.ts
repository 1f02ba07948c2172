import { buildAdapters } from '#adapters/setup'
import { type ProviderAccounts, type ProviderName, providerNames } from '#platform/config'
import type { Bill, Period, Provider } from '#platform/providers'

/** Our account at one provider, as an operator's command uses it. Without a key nothing can be bought. */
export type Account = {
  name: ProviderName
  provider: Provider
  key: string | undefined
  /** The name of the setting that has the key. */
  keySetting: string
  openBill(period: Period): Bill
}

/** All four, whether there is a key or not. */
export function openAccounts({ settings, keys, adminKeys, tempDir }: ProviderAccounts): Account[] {
  // Without a public URL references are sent as bytes: a command serves none.
  const adapters = buildAdapters({ settings, file: {}, keys, publicUrl: '', isRedirecting: false, tempDir })
  return providerNames.map((name) =>
    newAccount(name, adapters[name], { key: keys[name], adminKey: adminKeys[name] }),
  )
}

type Keys = { key: string | undefined; adminKey: string | undefined }

function newAccount(name: ProviderName, provider: Provider, { key, adminKey }: Keys): Account {
  const keySetting = `${name.toUpperCase()}_KEY`
  const openBill = (period: Period): Bill => {
    // A bill that needs an admin key needs no other.
    if (!key && !adminKey) return { kind: 'none', why: `${keySetting} is not set` }
    return provider.readBill?.(period, adminKey) ?? { kind: 'none', why: 'the provider shows none' }
  }
  return { name, provider, key, keySetting, openBill }
}
