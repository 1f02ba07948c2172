import { isIdOf, type Product, ProductBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { summarizePhotos } from '#catalog/photos'
import type { App } from '#platform/app'
import { parseFields, Refusal } from '#platform/refusal'
import { productNotFound } from './load-product.ts'
import { type ProductRow, presentProduct, productColumns } from './product-row.ts'

/** Changes the name. Any other key is refused, so that a caller never assumes it was changed. */
export async function renameProduct(
  app: App,
  owner: Owner,
  id: string,
  body: unknown,
): Promise<{ product: Product; message: string }> {
  const field = Object.keys(body as object).find((key) => key !== 'name')
  if (field !== undefined) {
    throw new Refusal('unknown_field', `${field} cannot be changed: only the name of a product can.`, {
      field,
    })
  }
  const { name } = parseFields(ProductBody, body, 'body')
  const row = isIdOf('product', id)
    ? await app.db.row<ProductRow>(
        `update products set name = $4, updated_at = clock_timestamp()
         where id = $1 and user_id = $2 and mode = $3 and erased_at is null returning ${productColumns}`,
        [id, owner.userId, owner.mode, name],
      )
    : undefined
  if (!row) throw productNotFound(id)
  const photos = await summarizePhotos(app, [id])
  return { product: presentProduct(row, photos.get(id)), message: 'Product renamed.' }
}
