import type { Rows, Tx } from '#platform/db'
import { type ErasedPhotos, erasePhotosMadeFrom, objectPrefixOf } from './erase-photos.ts'

/** Makes uploads unreadable, and every photo that was made from them. */
async function erase(tx: Tx, condition: string, values: string[]): Promise<ErasedPhotos> {
  const rows = await tx.rows<{ id: string }>(
    `update assets set erased_at = clock_timestamp() where erased_at is null and ${condition} returning id`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  const photos = await erasePhotosMadeFrom(tx, ids)
  return { ids: photos.ids, prefixes: [...ids.map(objectPrefixOf), ...photos.prefixes] }
}

export const eraseAsset = (tx: Tx, id: string): Promise<ErasedPhotos> => erase(tx, 'id = $1', [id])

/** Up to `limit` uploads of a user. */
export const eraseAssetsOfUser = (tx: Tx, userId: string, limit: number): Promise<ErasedPhotos> =>
  erase(tx, `id in (select id from assets where user_id = $1 and erased_at is null limit ${limit})`, [userId])

/** Whose upload it is, and when it was erased. */
export const findAssetOwner = (
  db: Rows,
  id: string,
): Promise<{ userId: string; erasedAt: Date | null } | undefined> =>
  db.row(`select user_id as "userId", erased_at as "erasedAt" from assets where id = $1`, [id])
