import { endpoints } from '@atelier/contract'
import { renameProduct as rename } from '#catalog/products'
import { behindKey } from '#edge/http'

export const renameProduct = behindKey(endpoints.renameProduct, async ({ app, caller, params, body }) => ({
  status: 200,
  body: await rename(app, caller.owner, params.id ?? '', body()),
}))
