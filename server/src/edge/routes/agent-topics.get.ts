import { endpoints, PageQuery } from '@atelier/contract'
import { listTopics as list } from '#catalog/ceps'
import { keyRoute, parseQuery } from '#edge/http'

export const listTopics = keyRoute(endpoints.listTopics, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app.db, caller.owner, parseQuery(PageQuery, query)),
}))
