import { endpoints, PageQuery } from '@atelier/contract'
import { listEvents as list } from '#access/audit'
import { parseQuery, sessionRoute } from '#edge/http'

export const listEvents = sessionRoute(endpoints.listEvents, async ({ app, session, query }) => ({
  status: 200,
  body: await list(app.db, session.user.id, parseQuery(PageQuery, query)),
}))
