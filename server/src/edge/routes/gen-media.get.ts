import { endpoints, MediaQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { listMedia as list } from '#production/media'

export const listMedia = keyRoute(endpoints.listMedia, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app, caller, parseQuery(MediaQuery, query)),
}))
