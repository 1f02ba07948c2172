import { AllEventsQuery, endpoints } from '@atelier/contract'
import { listAllEvents as list } from '#access/audit'
import { parseQuery, sessionRoute } from '#edge/http'

export const listAllEvents = sessionRoute(endpoints.listAllEvents, async ({ app, query }) => ({
  status: 200,
  body: await list(app.db, parseQuery(AllEventsQuery, query)),
}))
