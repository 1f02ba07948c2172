import { newFalProvider } from '../../src/adapters/fal/index.ts'
import { newKieProvider } from '../../src/adapters/kie/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import type { Offer, Provider } from '../../src/platform/providers/index.ts'

const KEY = 'double-key'

/** Adds fal and kie to the providers of an app, with the addresses of their doubles. */
export function addDoubles(app: App, { fal, kie }: { fal: string; kie: string }): void {
  const added = [
    newFalProvider({
      key: KEY,
      queueUrl: fal,
      platformUrl: `${fal}/api/v1`,
      restUrl: `${fal}/rest`,
      accountId: 'double-account',
      fileHosts: [],
      ownOrigin: fal,
      isPublic: true,
    }),
    newKieProvider({
      key: KEY,
      apiUrl: kie,
      uploadUrl: kie,
      fileHosts: [],
      webhookKey: 'double-webhook-key',
      referencesAs: 'url',
    }),
  ]
  const { list, offers, findByName, findByModel } = app.providers
  const ofModel = (model: string): Provider | undefined =>
    added.find(({ models }) => models.some(({ id }) => id === model))
  const live: Offer = {
    models: [...offers.live.models, ...added.flatMap(({ models }) => models)],
    findByModel: (model) => offers.live.findByModel(model) ?? ofModel(model),
  }
  app.providers = {
    list: [...list, ...added],
    offers: { ...offers, live },
    findByModel: (model) => findByModel(model) ?? ofModel(model),
    findByName: (name) => findByName(name) ?? added.find((one) => one.name === name),
  }
}
