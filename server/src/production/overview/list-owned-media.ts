import type { OwnedMedia, OwnedMediaQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import { findMediaPage, type MediaRow, presentWithSiblings } from '#production/media'

type OwnedRow = MediaRow & { key_id: string | null; width: number | null; height: number | null }

/** One page with what only the owner needs: which key ordered a media, and its size in pixels. */
export async function listOwnedMedia(
  app: App,
  owner: Owner,
  query: OwnedMediaQuery,
): Promise<{ media: OwnedMedia[]; nextCursor: string | null }> {
  const { shown, nextCursor } = await findMediaPage<OwnedRow>(app, owner, query, ', key_id, width, height')
  const presented = await presentWithSiblings(app, shown)
  const media = shown.map((row, at) => ({
    ...(presented[at] as OwnedMedia),
    keyId: row.key_id,
    width: row.width,
    height: row.height,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }))
  return { media, nextCursor }
}
