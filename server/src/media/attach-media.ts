import type { Media } from '@atelier/contract'
import { isIdOf } from '@atelier/contract'
import type { Caller } from '#accounts'
import type { App } from '#app'
import type { Tx } from '#db'
import { type CountedProduct, countMedia, findProduct } from '#products'
import { Refusal } from '#refusal'
import { findMedia } from './find-media.ts'
import { loadMedia } from './load-media.ts'

export type Attached = { media: Media; product: CountedProduct; message: string }

/** Puts a finished media into a product's library; once more changes nothing. */
export async function attachMedia(
  app: App,
  caller: Caller,
  productId: string,
  mediaId: string,
): Promise<Attached> {
  if (!(await findProduct(app.db, caller.owner, productId)))
    throw new Refusal('not_found', 'There is no such product among yours.')
  const row = isIdOf('media', mediaId) ? await findMedia(app.db, caller.owner, mediaId) : undefined
  if (!row) throw new Refusal('not_found', 'generatedMediaId: there is no such media among yours.')
  if (row.status !== 'completed') throw notCompleted(row.status)
  const { product, removed } = await app.db.transaction(async (tx) => {
    // Held until the commit, so that retention cannot take the file away between two looks.
    const held = await tx.row<{ removed: boolean }>(
      `select removed_at is not null as removed from media where id = $1 for share`,
      [mediaId],
    )
    return { product: await attach(tx, productId, [mediaId]), removed: held?.removed }
  })
  return {
    media: await loadMedia(app, caller, mediaId),
    product,
    message: `Attached: the product has ${product.mediaCount} media now, and ${
      // What retention took before is in the library by its name alone.
      removed ? 'the file of this one was removed before' : 'this file is kept for good'
    }.`,
  }
}

/** The library and its count move together, in the commit of whoever asks. */
export async function attach(tx: Tx, productId: string, mediaIds: string[]) {
  const added = await tx.rows(
    `insert into attachments (product_id, media_id, media_created_at)
     select $1, id, created_at from media where id = any($2::text[])
     on conflict do nothing returning media_id`,
    [productId, mediaIds],
  )
  return countMedia(tx, productId, added.length)
}

export const notCompleted = (status: string) =>
  new Refusal(
    'media_not_completed',
    status === 'failed' || status === 'stalled'
      ? `This media ${status}, so it has no file.`
      : 'This media is not finished yet: poll it until it is completed.',
    { status },
  )
