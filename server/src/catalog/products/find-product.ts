import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type ProductRow, productColumns } from './product-row.ts'

/** A product of the owner; a malformed id counts as absent, and so does an erased product. */
export async function findProduct(db: Rows, owner: Owner, id: string): Promise<ProductRow | undefined> {
  if (!isIdOf('product', id)) return undefined
  return db.row<ProductRow>(
    `select ${productColumns} from products where id = $1 and user_id = $2 and mode = $3
       and erased_at is null`,
    [id, owner.userId, owner.mode],
  )
}
