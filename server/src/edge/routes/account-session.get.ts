import { endpoints } from '@atelier/contract'
import { presentSession } from '#access/identity'
import { sessionRoute } from '#edge/http'

export const readSession = sessionRoute(endpoints.readSession, async ({ session }) => ({
  status: 200,
  body: { session: presentSession(session) },
}))
