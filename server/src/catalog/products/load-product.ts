import { isIdOf, type Photo, type Product } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listPhotos } from '#catalog/photos'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { erased, notFound, type Refusal } from '#platform/refusal'
import { findProductOwner } from './erase-product.ts'
import { findProduct } from './find-product.ts'
import { presentProduct } from './product-row.ts'

/** A product of the owner with its photos; the photo count and primary photo are derived from them. */
export async function loadProduct(
  app: App,
  owner: Owner,
  id: string,
): Promise<Product & { photos: Photo[] }> {
  const row = await findProduct(app.db, owner, id)
  if (!row) throw await whyAbsent(app.db, owner, id)
  const photos = await listPhotos(app, { productId: id })
  const [primary] = photos
  const summary = primary && { count: photos.length, primaryUrl: primary.url }
  return { ...presentProduct(row, summary), photos }
}

async function whyAbsent(db: Rows, owner: Owner, id: string): Promise<Refusal> {
  const former = isIdOf('product', id) ? await findProductOwner(db, id) : undefined
  return former?.erasedAt && former.userId === owner.userId ? erased(former.erasedAt) : productNotFound(id)
}

export const productNotFound = (id: string) => notFound('product', id)
