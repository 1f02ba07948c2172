import { isIdOf, type Photo } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type PhotoRow, photoColumns, presentPhoto } from './photo-row.ts'
import { columnOf, type PhotoSubject } from './photo-subject.ts'

/**
 * Deactivates a photo, which then does not count towards the limit. The caller erases it in the same
 * transaction.
 */
export async function deactivatePhoto(
  app: App,
  tx: Tx,
  owner: Owner,
  { subject, photoId }: { subject: PhotoSubject; photoId: string },
): Promise<Photo> {
  const { column, id: subjectId } = columnOf(subject)
  const wellFormed =
    isIdOf('photo', photoId) && isIdOf(column === 'product_id' ? 'product' : 'character', subjectId)
  const row = wellFormed
    ? await tx.row<PhotoRow>(
        `with gone as (
           update photos set deactivated_at = clock_timestamp()
           where id = $1 and ${column} = $2 and user_id = $3 and mode = $4 and deactivated_at is null
           returning ${photoColumns}),
         freed as (
           update photo_counts set active = active - 1
           where holder_id = $2 and exists (select from gone))
         select * from gone`,
        [photoId, subjectId, owner.userId, owner.mode],
      )
    : undefined
  if (!row) throw new Refusal('not_found', 'There is no active photo with this id here.')
  return presentPhoto(row, false, app.config.publicUrl)
}
