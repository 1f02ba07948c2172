import { endpoints } from '@atelier/contract'
import { createProduct as create } from '#catalog/products'
import { behindKey } from '#edge/http'

export const createProduct = behindKey(endpoints.createProduct, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, body()),
}))
