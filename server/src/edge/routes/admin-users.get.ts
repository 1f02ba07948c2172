import { endpoints, PageQuery } from '@atelier/contract'
import { listAllUsers as list } from '#access/members'
import { parseQuery, sessionRoute } from '#edge/http'

export const listUsers = sessionRoute(endpoints.listUsers, async ({ app, query }) => ({
  status: 200,
  body: await list(app.db, parseQuery(PageQuery, query)),
}))
