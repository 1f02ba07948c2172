import { type Product, ProductBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'
import { parseFields } from '#platform/refusal'
import { type ProductRow, presentProduct, productColumns } from './product-row.ts'

export async function createProduct(
  db: Rows,
  owner: Owner,
  body: unknown,
): Promise<{ product: Product; message: string }> {
  const { name } = parseFields(ProductBody, body, 'body')
  const row = await db.row<ProductRow>(
    `insert into products (id, user_id, mode, name) values ($1, $2, $3, $4) returning ${productColumns}`,
    [newId('product'), owner.userId, owner.mode, name],
  )
  return {
    product: presentProduct(row as ProductRow, undefined),
    message: 'Product created. Add photos of it, then send its id as productId in a job.',
  }
}
