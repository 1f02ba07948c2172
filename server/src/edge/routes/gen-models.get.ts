import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'

export const listModels = keyRoute(endpoints.listModels, async ({ app, caller }) => {
  const { models } = app.providers.offers[caller.owner.mode]
  return { status: 200, body: { models: models.map((model, at) => ({ ...model, isDefault: at === 0 })) } }
})
