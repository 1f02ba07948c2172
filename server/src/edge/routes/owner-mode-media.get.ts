import { endpoints, OwnedMediaQuery } from '@atelier/contract'
import { parseQuery, sessionRoute } from '#edge/http'
import { listOwnedMedia as list } from '#production/overview'

export const listOwnedMedia = sessionRoute(endpoints.listOwnedMedia, async ({ app, session, query }) => ({
  status: 200,
  body: await list(app, session.owner, parseQuery(OwnedMediaQuery, query)),
}))
