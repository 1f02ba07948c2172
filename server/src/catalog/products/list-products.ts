import type { PageQuery, Product } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { summarizePhotos } from '#catalog/photos'
import type { App } from '#platform/app'
import { pageOf, readCursor } from '#platform/paging'
import { type ProductRow, presentProduct, productColumns } from './product-row.ts'

/** One page, newest first. One statement reads the products, another the photos of all of them. */
export async function listProducts(
  app: App,
  owner: Owner,
  { limit, cursor }: PageQuery,
): Promise<{ products: Product[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(cursor, 'product')
  const rows = await app.db.rows<ProductRow>(
    `select ${productColumns} from products
     where user_id = $1 and mode = $2 and erased_at is null and (created_at, id) < ($3::timestamptz, $4::text)
     order by created_at desc, id desc limit $5`,
    [owner.userId, owner.mode, createdAt, id, limit + 1],
  )
  const { shown, nextCursor } = pageOf(rows, limit)
  const ids = shown.map((row) => row.id)
  const photos = ids.length > 0 ? await summarizePhotos(app, ids) : undefined
  return { products: shown.map((row) => presentProduct(row, photos?.get(row.id))), nextCursor }
}
