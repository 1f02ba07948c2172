import { addToMediaCount, type CountedProduct } from '#catalog/products'
import type { Tx } from '#platform/db'

/** Adds media to the library of a product and updates its count, in the transaction of the caller. */
export async function addToLibrary(tx: Tx, productId: string, mediaIds: string[]): Promise<CountedProduct> {
  const added = await tx.rows(
    `insert into attachments (product_id, media_id, media_created_at)
     select $1, id, created_at from media where id = any($2::text[])
     on conflict do nothing returning media_id`,
    [productId, mediaIds],
  )
  return addToMediaCount(tx, productId, added.length)
}
