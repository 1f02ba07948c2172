import type { Media } from '@atelier/contract'
import { isIdOf } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { type CountedProduct, findProduct } from '#catalog/products'
import type { App } from '#platform/app'
import { notFound, Refusal } from '#platform/refusal'
import { addToLibrary } from './add-to-library.ts'
import { findMedia } from './find-media.ts'
import { loadMedia } from './load-media.ts'
import { notCompleted } from './media-refusals.ts'

export type AttachAnswer = { media: Media; product: CountedProduct; message: string }

/** Adds a finished media to the library of a product. Idempotent. */
export async function attachMedia(
  app: App,
  caller: Caller,
  productId: string,
  mediaId: string,
): Promise<AttachAnswer> {
  if (!(await findProduct(app.db, caller.owner, productId))) throw notFound('product', productId)
  const row = isIdOf('media', mediaId) ? await findMedia(app.db, caller.owner, mediaId) : undefined
  if (!row || row.erased_at) throw mediaAbsent()
  if (row.status !== 'completed') throw notCompleted(row.status)
  const { product, removed } = await app.db.transaction(async (tx) => {
    // Locked until the commit, so that the file is neither removed nor erased before the insert.
    const held = await tx.row<{ removed: boolean; erased: boolean }>(
      `select removed_at is not null as removed, erased_at is not null as erased
       from media where id = $1 for share`,
      [mediaId],
    )
    if (held?.erased) throw mediaAbsent()
    // A second statement: it sees a decision of retention that was committed before the lock was taken.
    const decided = await tx.row(`select from file_removals where media_id = $1`, [mediaId])
    const removed = held?.removed || decided !== undefined
    return { product: await addToLibrary(tx, productId, [mediaId]), removed }
  })
  return {
    media: await loadMedia(app, caller.owner, mediaId),
    product,
    message: `Attached. The product now has ${product.mediaCount} media. ${
      // A media whose file retention removed before is attached without a file.
      removed ? 'The file of this media was removed earlier' : 'Retention does not remove this file'
    }.`,
  }
}

const mediaAbsent = () => new Refusal('not_found', 'You have no media with the id in generatedMediaId.')
