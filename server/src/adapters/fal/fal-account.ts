import { type Answer, type Call, callProvider, newDispatcher } from '#adapters/shared'
import { falCatalogue } from './catalogue.ts'
import type { FalOffer } from './fal-offer.ts'
import type { FalSettings } from './fal-settings.ts'

/** Our account at the provider: its settings, and calls with its key. */
export type FalAccount = {
  settings: FalSettings
  offers: readonly FalOffer[]
  dispatcher: ReturnType<typeof newDispatcher>
  /** A call with the key. An address outside the API is not opened, whatever an answer says. */
  ask(url: string, call: Call): Promise<Answer>
}

export function newFalAccount(settings: FalSettings): FalAccount {
  const dispatcher = newDispatcher()
  const { key, queueUrl, platformUrl, restUrl, offers = falCatalogue } = settings
  const origins = [queueUrl, platformUrl, restUrl].map((url) => new URL(url).origin)
  return {
    settings,
    offers,
    dispatcher,
    ask: async (url, call) => {
      if (!URL.canParse(url) || !origins.includes(new URL(url).origin)) return { kind: 'unsent' }
      // The api has none: it only reads the public keys that sign callbacks.
      const headers = { ...call.headers, ...(key !== '' && { authorization: `Key ${key}` }) }
      return callProvider(dispatcher, url, { ...call, headers })
    },
  }
}

export const findOffer = ({ offers }: FalAccount, model: string): FalOffer | undefined =>
  offers.find(({ id }) => id === model)
