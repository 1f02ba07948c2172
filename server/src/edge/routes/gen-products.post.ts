import { endpoints } from '@atelier/contract'
import { createProduct as create } from '#catalog/products'
import { keyRoute } from '#edge/http'

export const createProduct = keyRoute(endpoints.createProduct, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, body()),
}))
