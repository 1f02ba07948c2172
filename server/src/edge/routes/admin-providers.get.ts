import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { listProviders as list } from '#production/oversight'

export const listProviders = sessionRoute(endpoints.listProviders, async ({ app }) => ({
  status: 200,
  body: { providers: await list(app) },
}))
