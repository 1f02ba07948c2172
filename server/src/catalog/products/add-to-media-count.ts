import type { Tx } from '#platform/db'

/** What the response to an attachment contains of its product. */
export type CountedProduct = { id: string; name: string; mediaCount: number }

/**
 * Called in the transaction of each attachment, so that the count always equals the number of attachments.
 */
export async function addToMediaCount(tx: Tx, productId: string, delta: number): Promise<CountedProduct> {
  const row = await tx.row<CountedProduct>(
    `update products set media_count = media_count + $2 where id = $1
     returning id, name, media_count as "mediaCount"`,
    [productId, delta],
  )
  if (!row) throw new Error(`the product ${productId} does not exist`)
  return row
}
