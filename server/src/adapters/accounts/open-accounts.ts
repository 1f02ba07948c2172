import { newFalProvider } from '#adapters/fal'
import { newKieProvider } from '#adapters/kie'
import { newOpenaiProvider } from '#adapters/openai'
import { newRunwayProvider } from '#adapters/runway'
import type { ProviderAccounts } from '#platform/config'
import type { Bill, Period, Provider } from '#platform/providers'

export type AccountName = 'fal' | 'kie' | 'openai' | 'runway'

/** Our account at one provider, as an operator's command uses it. Without a key nothing can be bought. */
export type Account = {
  name: AccountName
  provider: Provider
  key: string | undefined
  /** The name of the setting that has the key. */
  keySetting: string
  openBill(period: Period): Bill
}

/** All four, whether there is a key or not. References are sent as bytes: a command serves no URL. */
export function openAccounts({ fal, kie, openai, runway, tempDir }: ProviderAccounts): Account[] {
  const { key = '', baseUrl } = openai
  return [
    newAccount('fal', newFal(fal), fal),
    newAccount('kie', newKie(kie), kie),
    newAccount('openai', newOpenaiProvider({ key, baseUrl, tempDir }), openai),
    newAccount('runway', newRunway(runway), runway),
  ]
}

type Keys = { key: string | undefined; adminKey?: string | undefined }

function newAccount(name: AccountName, provider: Provider, { key, adminKey }: Keys): Account {
  const keySetting = `${name.toUpperCase()}_KEY`
  const openBill = (period: Period): Bill => {
    // A bill that needs an admin key needs no other.
    if (!key && !adminKey) return { kind: 'none', why: `${keySetting} is not set` }
    return provider.readBill?.(period, adminKey) ?? { kind: 'none', why: 'the provider shows none' }
  }
  return { name, provider, key, keySetting, openBill }
}

const newFal = ({ key, accountId, queueUrl, platformUrl, restUrl }: ProviderAccounts['fal']): Provider =>
  newFalProvider({
    key: key ?? '',
    accountId,
    queueUrl,
    platformUrl,
    restUrl,
    fileHosts: [],
    ownOrigin: new URL(queueUrl).origin,
    isPublic: false,
  })

const newKie = ({ key, apiUrl, uploadUrl }: ProviderAccounts['kie']): Provider =>
  newKieProvider({ key: key ?? '', apiUrl, uploadUrl, fileHosts: [], referencesAs: 'upload' })

const newRunway = ({ key, baseUrl }: ProviderAccounts['runway']): Provider =>
  newRunwayProvider({ key: key ?? '', baseUrl, fileHosts: [], uploadHosts: [] })
