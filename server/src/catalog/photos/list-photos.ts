import type { Photo } from '@atelier/contract'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { type PhotoRow, photoColumns, presentPhoto } from './photo-row.ts'
import { columnOf, type PhotoSubject } from './photo-subject.ts'

/** The active photos, oldest first; the first is the primary one. The caller has checked the ownership. */
export async function listPhotos({ db, config }: App, subject: PhotoSubject): Promise<Photo[]> {
  const { column, id } = columnOf(subject)
  const rows = await db.rows<PhotoRow>(
    `select ${photoColumns} from photos where ${column} = $1 and deactivated_at is null order by seq`,
    [id],
  )
  return rows.map((row, at) => presentPhoto(row, at === 0, config.publicUrl))
}

/** The oldest photos only: those that a job uses by default. */
export function listOldestPhotos(db: Rows, subject: PhotoSubject, limit: number): Promise<PhotoRow[]> {
  const { column, id } = columnOf(subject)
  return db.rows<PhotoRow>(
    `select ${photoColumns} from photos
     where ${column} = $1 and deactivated_at is null order by seq limit $2`,
    [id, limit],
  )
}
