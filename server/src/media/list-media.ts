import type { Image, Media, MediaQuery } from '@atelier/contract'
import type { Caller, Owner } from '#accounts'
import type { App } from '#app'
import { Refusal } from '#refusal'
import { findSiblings } from './find-media.ts'
import { type MediaRow, mediaColumns } from './media-row.ts'
import { presentMedia } from './present-media.ts'

/**
 * One page, newest first. The index begins at the owner, so a page costs the same however many rows others
 * have.
 */
export async function listMedia(
  app: App,
  caller: Caller,
  query: MediaQuery,
): Promise<{ media: Media[]; nextCursor: string | null }> {
  const { owner } = caller
  // Until products exist, nothing belongs to one: a filter by something absent gives an empty list.
  if (query.productId !== undefined) return { media: [], nextCursor: null }
  const rows = await app.db.rows<MediaRow>(...statementOf(owner, query))
  const shown = rows.slice(0, query.limit)
  const siblings = await findSiblings(app.db, shown)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    media: shown.map((row) => presentMedia(row, siblings.get(row.id) ?? [], app.config.publicUrl)),
    nextCursor: last ? writeCursor(last) : null,
  }
}

/**
 * Only the conditions that are asked for: with all of them in one text the planner would not dare to use the
 * index.
 */
function statementOf(owner: Owner, query: MediaQuery): [string, (string | number | Date | string[])[]] {
  const values: (string | number | Date | string[])[] = [owner.userId, owner.mode, query.limit + 1]
  const given = (value: string | Date | string[]) => `$${values.push(value)}`
  const conditions = ['user_id = $1', 'mode = $2']
  const kind = query.type ?? query.mediaType
  if (kind) conditions.push(`kind = ${given(kind)}`)
  if (query.status) conditions.push(`status = ${given(query.status)}`)
  if (query.clientRef !== undefined) conditions.push(`client_ref = ${given(query.clientRef)}`)
  if (query.ids) conditions.push(`id = any(${given(query.ids)}::text[])`)
  if (query.cursor !== undefined) {
    const { createdAt, id } = readCursor(query.cursor)
    conditions.push(`(created_at, id) < (${given(createdAt)}::timestamptz, ${given(id)}::text)`)
  }
  const where = conditions.join(' and ')
  return [
    `select ${mediaColumns} from media where ${where} order by created_at desc, id desc limit $3`,
    values,
  ]
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
