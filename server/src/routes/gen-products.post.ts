import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { createProduct as create } from '#products'

export const createProduct = behindKey(endpoints.createProduct, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, body()),
}))
