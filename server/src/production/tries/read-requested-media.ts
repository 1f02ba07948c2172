import type { Rows } from '#platform/db'
import type { RequestedMedia } from './claim-tries.ts'

/** What was ordered, to find it at its provider. */
export async function readRequestedMedia(db: Rows, id: string): Promise<RequestedMedia> {
  const row = await db.row<RequestedMedia>(
    `select id, kind, prompt, provider, model, route, routes, size, orientation, resolution, duration_seconds,
       n, inputs, mask from media where id = $1`,
    [id],
  )
  if (!row) throw new Error(`media ${id} does not exist`)
  return row
}
