import { addToMediaCount, type CountedProduct } from '#catalog/products'
import type { Tx } from '#platform/db'

/** The library and its count move together, in the commit of whoever asks. */
export async function addToLibrary(tx: Tx, productId: string, mediaIds: string[]): Promise<CountedProduct> {
  const added = await tx.rows(
    `insert into attachments (product_id, media_id, media_created_at)
     select $1, id, created_at from media where id = any($2::text[])
     on conflict do nothing returning media_id`,
    [productId, mediaIds],
  )
  return addToMediaCount(tx, productId, added.length)
}
