import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { renameProduct as rename } from '#products'

export const renameProduct = behindKey(endpoints.renameProduct, async ({ app, caller, params, body }) => ({
  status: 200,
  body: await rename(app, caller.owner, params.id ?? '', body()),
}))
