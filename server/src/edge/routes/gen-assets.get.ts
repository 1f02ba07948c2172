import { endpoints, PageQuery } from '@atelier/contract'
import { listAssets as list } from '#catalog/photos'
import { keyRoute, parseQuery } from '#edge/http'

export const listAssets = keyRoute(endpoints.listAssets, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app, caller.owner, parseQuery(PageQuery, query)),
}))
