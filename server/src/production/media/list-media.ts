import type { Image, Media, MediaQuery, OwnedMediaQuery } from '@atelier/contract'
import { cleanText, isIdOf, LATEST_MEDIA_OF_PRODUCT } from '@atelier/contract'
import type { Caller, Owner } from '#access/identity'
import { findProduct } from '#catalog/products'
import type { App } from '#platform/app'
import { pageOf, readCursor } from '#platform/paging'
import { type MediaRow, mediaColumns } from './media-row.ts'
import { presentWithSiblings } from './present-with-siblings.ts'

/**
 * One page, newest first. The index starts with the owner, so the cost of a page does not depend on the rows
 * of other users.
 */
export async function listMedia(
  app: App,
  caller: Caller,
  query: MediaQuery,
): Promise<{ media: Media[]; nextCursor: string | null }> {
  const { shown, nextCursor } = await findMediaPage(app, caller.owner, query)
  return { media: await presentWithSiblings(app, shown), nextCursor }
}

/** The filters of callers, and those of the dashboard. */
type MediaFilter = MediaQuery & Partial<OwnedMediaQuery>

/** The rows of one page, with further columns if they are named. */
export async function findMediaPage<Row extends MediaRow>(
  app: App,
  owner: Owner,
  query: MediaFilter,
  moreColumns = '',
): Promise<{ shown: Row[]; nextCursor: string | null }> {
  const { productId } = query
  if (productId !== undefined && !(await findProduct(app.db, owner, productId)))
    return { shown: [], nextCursor: null }
  const [where, values] = conditionsOf(owner, query)
  const text = `select ${mediaColumns}${moreColumns} from (select * from media where ${where}) media
     order by created_at desc, id desc limit $3`
  return pageOf(await app.db.rows<Row>(text, values), query.limit)
}

/**
 * The newest media in the library of a product, of any user: an admin may have made some of them. Those are
 * shown to the owner of the product without the texts and references that their author sent.
 */
export async function listLatestMedia(app: App, owner: Owner, productId: string): Promise<Media[]> {
  const { lookup } = app.db
  const rows = await lookup.rows<MediaRow>(
    `select ${mediaColumns} from attachments a join media on media.id = a.media_id
     where a.product_id = $1 and media.erased_at is null
     order by a.media_created_at desc, a.media_id desc limit $2`,
    [productId, LATEST_MEDIA_OF_PRODUCT],
  )
  return presentWithSiblings(
    app,
    rows.map((row) => (row.user_id === owner.userId ? row : withoutRequest(row))),
    lookup,
  )
}

const withoutRequest = (row: MediaRow): MediaRow => ({
  ...row,
  prompt: '',
  character_id: null,
  cep_id: null,
  angle: null,
  hook: null,
  client_ref: null,
  inputs: [],
  dropped: [],
  error_message: null,
})

type Value = string | number | Date | string[] | null

/**
 * Only the conditions that the query uses: with optional conditions in one statement, the
 * planner would not use the index.
 */
function conditionsOf(owner: Owner, query: MediaFilter): [string, Value[]] {
  const values: Value[] = [owner.userId, owner.mode, query.limit + 1]
  const parameter = (value: Value) => `$${values.push(value)}`
  const conditions = ['user_id = $1', 'mode = $2', 'erased_at is null']
  const kind = query.type ?? query.mediaType
  if (kind) conditions.push(`kind = ${parameter(kind)}`)
  if (query.status) conditions.push(`status = ${parameter(query.status)}`)
  conditions.push(...originOf(query, parameter))
  if (query.day !== undefined) {
    const day = `${parameter(`${query.day}Z`)}::timestamptz`
    conditions.push(`created_at >= ${day} and created_at < ${day} + interval '1 day'`)
  }
  const narrow: string[] = []
  if (query.clientRef !== undefined) narrow.push(`client_ref = ${parameter(cleanText(query.clientRef))}`)
  // A malformed id matches nothing, so it is removed before the database sees it.
  if (query.ids) narrow.push(`id = any(${parameter(query.ids.filter((id) => isIdOf('media', id)))}::text[])`)
  if (query.productId !== undefined) {
    const product = parameter(query.productId)
    conditions.push(`id in (select m.id from media m where m.product_id = ${product}
      union select a.media_id from attachments a where a.product_id = ${product})`)
  }
  if (query.cursor !== undefined) {
    const { createdAt, id } = readCursor(query.cursor, 'media')
    conditions.push(`(created_at, id) < (${parameter(createdAt)}::timestamptz, ${parameter(id)}::text)`)
  }
  const where = [...conditions, ...narrow].join(' and ')
  // A plan for any values would read all media of the owner in their order until it has found these few.
  // "offset 0" makes Postgres find them first.
  const fence = narrow.length > 0 ? 'offset 0' : ''
  return [`${where} ${fence}`, values]
}

/** No index has these, so one text serves every choice of them: each text is prepared on each connection. */
function originOf(
  { keyId, model, characterId, cepId }: MediaFilter,
  parameter: (value: string | null) => string,
): string[] {
  const wanted = { "coalesce(key_id, 'none')": keyId, model, character_id: characterId, cep_id: cepId }
  if (Object.values(wanted).every((value) => value === undefined)) return []
  return Object.entries(wanted).map(([column, value]) => {
    const given = `${parameter(value ?? null)}::text`
    return `(${given} is null or ${column} = ${given})`
  })
}

/** The same list for images, with `imageUrl` instead of `videoUrl`, also in the message. */
export async function listImages(
  app: App,
  caller: Caller,
  query: MediaQuery,
): Promise<{ images: Image[]; nextCursor: string | null }> {
  const { media, nextCursor } = await listMedia(app, caller, { ...query, type: 'image' })
  const images = media.map(({ videoUrl, message, ...rest }) => ({
    ...rest,
    imageUrl: videoUrl,
    message: rest.status === 'completed' ? message.replace('videoUrl', 'imageUrl') : message,
  }))
  return { images, nextCursor }
}
