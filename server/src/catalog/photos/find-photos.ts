import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { type PhotoRow, photoColumns } from './photo-row.ts'

/**
 * The active photos with these ids, of any user: the caller of this function refuses a photo of another user
 * with a different code than an absent one. A photo of the other mode (live or test) does not exist.
 */
export const findPhotos = (db: Db, owner: Owner, ids: string[]): Promise<PhotoRow[]> =>
  db.lookup.rows<PhotoRow>(
    `select ${photoColumns} from photos
     where id = any($1::text[]) and mode = $2 and deactivated_at is null`,
    [ids.filter((id) => isIdOf('photo', id)), owner.mode],
  )
