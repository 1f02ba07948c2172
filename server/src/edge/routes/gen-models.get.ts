import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'

export const listModels = keyRoute(endpoints.listModels, async ({ app }) => ({
  status: 200,
  body: { models: app.providers.models.map((model, at) => ({ ...model, isDefault: at === 0 })) },
}))
