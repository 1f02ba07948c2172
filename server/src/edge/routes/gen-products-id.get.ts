import { endpoints } from '@atelier/contract'
import { listCepsOf } from '#catalog/ceps'
import { loadProduct } from '#catalog/products'
import { keyRoute } from '#edge/http'
import { listLatestMedia } from '#production/media'

export const readProduct = keyRoute(endpoints.readProduct, async ({ app, caller, params }) => {
  const product = await loadProduct(app, caller.owner, params.id)
  const [media, ceps] = await Promise.all([
    listLatestMedia(app, caller.owner, product.id),
    listCepsOf(app.db, caller.owner, { productId: product.id }),
  ])
  return { status: 200, body: { product: { ...product, media, ceps } } }
})
