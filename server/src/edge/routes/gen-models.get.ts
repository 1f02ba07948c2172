import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'

export const listModels = keyRoute(endpoints.listModels, async ({ app, caller }) => {
  const { models } = app.providers.offers[caller.owner.mode]
  const listed = models.map((model) => ({ ...model, isDefault: model.defaultFor.length > 0 }))
  return { status: 200, body: { models: listed } }
})
