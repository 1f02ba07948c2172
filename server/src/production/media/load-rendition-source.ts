import { renditionPlacements, renditionWays } from '@atelier/contract'
import type { App } from '#platform/app'
import { erased, Refusal } from '#platform/refusal'
import { fileRemoved } from './media-refusals.ts'
import { hasRatioOf, type RenditionName, renditionKeyOf, renditionSizeOf, type Size } from './renditions.ts'

const FILE_NAME = new RegExp(
  `^(med_[0-9A-Za-z]{22})-(${renditionPlacements.join('|')})-(${renditionWays.join('|')})\\.jpg$`,
)

/** A rendition by its public name: where it is stored, and what it is made from. */
export type RenditionSource = Size & {
  way: RenditionName['way']
  /** Where the rendition is stored, once it is made. */
  key: string
  /** The picture that it is made from. */
  objectKey: string
  sizeBytes: number
  userId: string
  originMark: boolean
}

type Row = Size & {
  kind: 'image' | 'video'
  object_key: string
  size_bytes: number
  user_id: string
  ai_origin_mark: boolean | null
  removed_at: Date | null
  erased_at: Date | null
}

/**
 * What a public name of a rendition means now. It is as unguessable as that of the file, and gone when the
 * file is erased or removed.
 */
export async function loadRenditionSource(app: App, file: string): Promise<RenditionSource> {
  const [, id, placement, way] = FILE_NAME.exec(file) ?? []
  const row = id ? await findRow(app, id) : undefined
  if (row?.erased_at) throw erased(row.erased_at)
  if (row?.kind !== 'image') throw new Refusal('not_found', 'This rendition does not exist.')
  const name = { placement, way } as RenditionName
  if (hasRatioOf(row, name.placement))
    throw new Refusal('not_found', 'The file itself has this ratio: use its own URL.')
  if (row.removed_at) throw fileRemoved(row.removed_at)
  return {
    ...renditionSizeOf(row, name),
    way: name.way,
    key: renditionKeyOf(row.object_key, name),
    objectKey: row.object_key,
    sizeBytes: row.size_bytes,
    userId: row.user_id,
    originMark: row.ai_origin_mark === true,
  }
}

const findRow = (app: App, id: string) =>
  app.db.lookup.row<Row>(
    `select kind, object_key, size_bytes, width, height, user_id, ai_origin_mark, erased_at,
       coalesce(removed_at, (select decided_at from file_removals where media_id = media.id)) as removed_at
     from media where id = $1 and status = 'completed'`,
    [id],
  )
