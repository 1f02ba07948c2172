import type { Image, Media, MediaQuery } from '@atelier/contract'
import type { Caller } from '#accounts'
import type { App } from '#app'
import { Refusal } from '#refusal'
import { findSiblings } from './find-media.ts'
import { type MediaRow, mediaColumns } from './media-row.ts'
import { presentMedia } from './present-media.ts'

/** One page, newest first. The index begins at the owner, so a page costs the same however many rows others have. */
export async function listMedia(
  app: App,
  caller: Caller,
  query: MediaQuery,
): Promise<{ media: Media[]; nextCursor: string | null }> {
  const { owner } = caller
  // Until products exist, nothing belongs to one: a filter by something absent gives an empty list.
  if (query.productId !== undefined) return { media: [], nextCursor: null }
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await app.db.rows<MediaRow>(
    `select ${mediaColumns} from media where user_id = $1 and mode = $2
       and ($3::text is null or kind = $3) and ($4::text is null or status = $4)
       and ($5::text is null or client_ref = $5) and ($6::text[] is null or id::text = any($6))
       and ($7::timestamptz is null or (created_at, id::text) < ($7, $8::text))
     order by created_at desc, id desc limit $9`,
    [
      owner.userId,
      owner.mode,
      query.type ?? query.mediaType ?? null,
      query.status ?? null,
      query.clientRef ?? null,
      query.ids ?? null,
      after?.createdAt ?? null,
      after?.id ?? null,
      query.limit + 1,
    ],
  )
  const shown = rows.slice(0, query.limit)
  const siblings = await findSiblings(app.db, shown)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    media: shown.map((row) => presentMedia(row, siblings.get(row.id) ?? [], app.config.publicUrl)),
    nextCursor: last ? writeCursor(last) : null,
  }
}

/** The same list as images: `imageUrl` in place of `videoUrl`. */
export async function listImages(
  app: App,
  caller: Caller,
  query: MediaQuery,
): Promise<{ images: Image[]; nextCursor: string | null }> {
  const { media, nextCursor } = await listMedia(app, caller, { ...query, type: 'image' })
  return { images: media.map(({ videoUrl, ...rest }) => ({ ...rest, imageUrl: videoUrl })), nextCursor }
}

const writeCursor = (row: MediaRow): string =>
  Buffer.from(`${row.created_at.getTime()}.${row.id}`).toString('base64url')

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [, ms, id] =
    /^(\d{1,15})\.(med_[0-9A-Za-z]{22})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!ms || !id)
    throw new Refusal('invalid_request', 'cursor: not one that a list gave.', { field: 'cursor' })
  return { createdAt: new Date(Number(ms)), id }
}
