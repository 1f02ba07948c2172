import type { Media } from '@atelier/contract'
import { isIdOf } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { type CountedProduct, findProduct } from '#catalog/products'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { addToLibrary } from './add-to-library.ts'
import { findMedia } from './find-media.ts'
import { loadMedia } from './load-media.ts'
import { notCompleted } from './media-refusals.ts'

export type AttachAnswer = { media: Media; product: CountedProduct; message: string }

/** Puts a finished media into a product's library; once more changes nothing. */
export async function attachMedia(
  app: App,
  caller: Caller,
  productId: string,
  mediaId: string,
): Promise<AttachAnswer> {
  if (!(await findProduct(app.db, caller.owner, productId)))
    throw new Refusal('not_found', 'You have no product with this id.')
  const row = isIdOf('media', mediaId) ? await findMedia(app.db, caller.owner, mediaId) : undefined
  if (!row) throw new Refusal('not_found', 'You have no media with the id in generatedMediaId.')
  if (row.status !== 'completed') throw notCompleted(row.status)
  const { product, removed } = await app.db.transaction(async (tx) => {
    // Held until the commit, so that retention cannot take the file away between two looks.
    const held = await tx.row<{ removed: boolean }>(
      `select removed_at is not null as removed from media where id = $1 for share`,
      [mediaId],
    )
    return { product: await addToLibrary(tx, productId, [mediaId]), removed: held?.removed }
  })
  return {
    media: await loadMedia(app, caller.owner, mediaId),
    product,
    message: `Attached. The product now has ${product.mediaCount} media. ${
      // What retention took before is in the library by its name alone.
      removed ? 'The file of this media was removed earlier' : 'Retention does not remove this file'
    }.`,
  }
}
