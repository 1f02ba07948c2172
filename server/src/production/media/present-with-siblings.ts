import type { Media } from '@atelier/contract'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { findSiblings } from './find-media.ts'
import type { MediaRow } from './media-row.ts'
import { presentMedia } from './present-media.ts'

/** Presents media with the further files of their jobs, which one statement reads for all of them. */
export async function presentWithSiblings(app: App, rows: MediaRow[], db: Rows = app.db): Promise<Media[]> {
  const siblings = await findSiblings(db, rows)
  return rows.map((row) => presentMedia(row, siblings.get(row.id) ?? [], app.config.publicUrl))
}
