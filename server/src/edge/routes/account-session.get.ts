import { endpoints } from '@atelier/contract'
import { presentSession } from '#access/factors'
import { sessionRoute } from '#edge/http'

export const readSession = sessionRoute(endpoints.readSession, async ({ app, session }) => ({
  status: 200,
  body: { session: await presentSession(app, session) },
}))
