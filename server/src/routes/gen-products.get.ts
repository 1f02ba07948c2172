import { endpoints, PageQuery } from '@atelier/contract'
import { behindKey, readQuery } from '#http'
import { listProducts as list } from '#products'

export const listProducts = behindKey(endpoints.listProducts, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app, caller.owner, readQuery(PageQuery, query)),
}))
