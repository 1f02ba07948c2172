import { endpoints, SpendQuery } from '@atelier/contract'
import { parseQuery, sessionRoute } from '#edge/http'
import { readSpend as read } from '#production/overview'

export const readSpend = sessionRoute(endpoints.readSpend, async ({ app, session, query }) => ({
  status: 200,
  body: await read(app.db, session.owner, parseQuery(SpendQuery, query)),
}))
