import { endpoints } from '@atelier/contract'
import { behindKey } from '#edge/http'

export const listModels = behindKey(endpoints.listModels, async ({ app }) => ({
  status: 200,
  body: { models: app.providers.models.map((model, at) => ({ ...model, isDefault: at === 0 })) },
}))
