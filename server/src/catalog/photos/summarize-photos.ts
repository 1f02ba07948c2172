import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { photoUrl } from './photo-url.ts'

export type PhotoSummary = { count: number; primaryUrl: string }

type SummaryRow = { product_id: string; active: number; id: string; content_type: string }

/** The photo count and primary photo of each product. Products without photos are left out. */
export async function summarizePhotos(app: App, productIds: string[]): Promise<Map<string, PhotoSummary>> {
  const rows = await app.db.rows<SummaryRow>(
    `select counted.holder_id as product_id, counted.active, oldest.id, oldest.content_type
     from photo_counts counted
     cross join lateral (
       select p.id, p.content_type from photos p
       where p.product_id = counted.holder_id and p.deactivated_at is null order by p.seq limit 1) oldest
     where counted.holder_id = any($1::text[])`,
    [productIds],
  )
  const { publicUrl } = app.config
  return new Map(
    rows.map((row) => [
      row.product_id,
      { count: row.active, primaryUrl: photoUrl(publicUrl, row.id, row.content_type) },
    ]),
  )
}

/** The number of active photos of each product or character; those that never had one are left out. */
export async function countPhotos(db: Rows, subjectIds: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ holder_id: string; active: number }>(
    `select holder_id, active from photo_counts where holder_id = any($1::text[])`,
    [subjectIds],
  )
  return new Map(rows.map(({ holder_id, active }) => [holder_id, active]))
}
