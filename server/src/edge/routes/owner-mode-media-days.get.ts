import { DaysQuery, endpoints } from '@atelier/contract'
import { parseQuery, sessionRoute } from '#edge/http'
import { countMedia as count } from '#production/overview'

export const countMedia = sessionRoute(endpoints.countMedia, async ({ app, session, query }) => ({
  status: 200,
  body: await count(app.db, session.owner, parseQuery(DaysQuery, query)),
}))
