import { endpoints } from '@atelier/contract'
import { renameProduct as rename } from '#catalog/products'
import { keyRoute } from '#edge/http'

export const renameProduct = keyRoute(endpoints.renameProduct, async ({ app, caller, params, body }) => ({
  status: 200,
  body: await rename(app, caller.owner, params.id, body()),
}))
