import { endpoints, ImagesQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { listImages as list } from '#production/media'

export const listImages = keyRoute(endpoints.listImages, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app, caller, parseQuery(ImagesQuery, query)),
}))
