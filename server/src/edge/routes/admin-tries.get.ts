import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { listStuckTries as list } from '#production/oversight'

export const listStuckTries = sessionRoute(endpoints.listStuckTries, async ({ app }) => ({
  status: 200,
  body: { tries: await list(app.db) },
}))
