import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { readState as read } from '#production/oversight'

export const readState = sessionRoute(endpoints.readState, async ({ app }) => ({
  status: 200,
  body: await read(app),
}))
