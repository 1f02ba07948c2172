import type { Photo, Product } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listPhotos } from '#catalog/photos'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { findProduct } from './find-product.ts'
import { presentProduct } from './product-row.ts'

/** A product of the owner with its photos; the photo count and primary photo are derived from them. */
export async function loadProduct(
  app: App,
  owner: Owner,
  id: string,
): Promise<Product & { photos: Photo[] }> {
  const row = await findProduct(app.db, owner, id)
  if (!row) throw productNotFound()
  const photos = await listPhotos(app, { productId: id })
  const [primary] = photos
  const summary = primary && { count: photos.length, primaryUrl: primary.url }
  return { ...presentProduct(row, summary), photos }
}

export const productNotFound = () => new Refusal('not_found', 'You have no product with this id.')
