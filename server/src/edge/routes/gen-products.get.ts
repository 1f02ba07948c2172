import { endpoints, PageQuery } from '@atelier/contract'
import { listProducts as list } from '#catalog/products'
import { behindKey, readQuery } from '#edge/http'

export const listProducts = behindKey(endpoints.listProducts, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app, caller.owner, readQuery(PageQuery, query)),
}))
