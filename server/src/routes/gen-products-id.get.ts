import { endpoints } from '@atelier/contract'
import { listCepsOf } from '#ceps'
import { behindKey } from '#http'
import { listLatestOf } from '#media'
import { loadProduct } from '#products'

export const readProduct = behindKey(endpoints.readProduct, async ({ app, caller, params }) => {
  const product = await loadProduct(app, caller.owner, params.id ?? '')
  const [media, ceps] = await Promise.all([
    listLatestOf(app, product.id),
    listCepsOf(app.db, caller.owner, { productId: product.id }),
  ])
  return { status: 200, body: { product: { ...product, media, ceps } } }
})
