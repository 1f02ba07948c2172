import { endpoints } from '@atelier/contract'
import { loadProduct } from '#catalog/products'
import { keyRoute } from '#edge/http'

export const listProductReferences = keyRoute(
  endpoints.listProductReferences,
  async ({ app, caller, params }) => {
    const { photos } = await loadProduct(app, caller.owner, params.id)
    return { status: 200, body: { photos } }
  },
)
