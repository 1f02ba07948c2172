import { endpoints, PageQuery } from '@atelier/contract'
import { listGrants as list } from '#access/audit'
import { parseQuery, sessionRoute } from '#edge/http'

export const listGrants = sessionRoute(endpoints.listGrants, async ({ app, query }) => ({
  status: 200,
  body: await list(app.db, parseQuery(PageQuery, query)),
}))
