import { isIdOf, type Orientation } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type MediaRow, mediaColumns } from './media-row.ts'
import { orientationOf } from './present-media.ts'

export const findMedia = (db: Rows, owner: Owner, id: string): Promise<MediaRow | undefined> =>
  db.row<MediaRow>(`select ${mediaColumns} from media where id = $1 and user_id = $2 and mode = $3`, [
    id,
    owner.userId,
    owner.mode,
  ])

/** The ingredients of a media, which the memory stores with the results of its ad. */
type MediaIngredients = {
  id: string
  mediaType: 'IMAGE' | 'VIDEO'
  orientation: Orientation
  productId: string | null
  characterId: string | null
  cepId: string | null
  angle: string | null
  hook: string | null
  prompt: string | null
}

export async function findIngredients(
  db: Rows,
  owner: Owner,
  id: string,
): Promise<MediaIngredients | undefined> {
  const row = isIdOf('media', id) ? await findMedia(db, owner, id) : undefined
  return (
    row && {
      id,
      mediaType: row.kind === 'image' ? 'IMAGE' : 'VIDEO',
      orientation: orientationOf(row),
      productId: row.product_id,
      characterId: row.character_id,
      cepId: row.cep_id,
      angle: row.angle,
      hook: row.hook,
      // Of an erased media the texts are gone, but results of its ad are still reported.
      prompt: row.prompt || null,
    }
  )
}

/** The additional media of jobs with n > 1, by the id of their job. */
export async function findSiblings(db: Rows, jobs: MediaRow[]): Promise<Map<string, MediaRow[]>> {
  const ids = jobs.filter((job) => job.n > 1 && job.status === 'completed').map((job) => job.id)
  if (ids.length === 0) return new Map()
  const rows = await db.rows<MediaRow>(
    `select ${mediaColumns} from media where parent_id = any($1::text[]) and erased_at is null
     order by parent_id, position`,
    [ids],
  )
  return Map.groupBy(rows, (row) => row.parent_id as string)
}
