import { isIdOf } from '@atelier/contract'
import type { Caller } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type ProductRow, productColumns } from './product-row.ts'

/**
 * The product that a job is made for. It must belong to the caller; an admin may use the product of any user,
 * and pays for the job. A product of the other mode (live or test) does not exist.
 */
export async function loadUsableProduct(
  db: Db,
  { owner, role }: Caller,
  id: string,
  field = 'productId',
): Promise<ProductRow> {
  const row = isIdOf('product', id)
    ? await db.lookup.row<ProductRow>(
        `select ${productColumns} from products where id = $1 and mode = $2 and erased_at is null`,
        [id, owner.mode],
      )
    : undefined
  if (!row) throw new Refusal('not_found', `${field} names a product that does not exist.`, { field })
  if (row.user_id === owner.userId || role === 'admin') return row
  throw new Refusal('not_owner', `${field} names a product of another user.`, { field })
}
