import { endpoints, PageQuery } from '@atelier/contract'
import { listProducts as list } from '#catalog/products'
import { keyRoute, parseQuery } from '#edge/http'

export const listProducts = keyRoute(endpoints.listProducts, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app, caller.owner, parseQuery(PageQuery, query)),
}))
