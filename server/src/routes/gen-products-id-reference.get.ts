import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { loadProduct } from '#products'

export const listProductReferences = behindKey(
  endpoints.listProductReferences,
  async ({ app, caller, params }) => {
    const { photos } = await loadProduct(app, caller.owner, params.id ?? '')
    return { status: 200, body: { photos } }
  },
)
