import type { Rows, Tx } from '#platform/db'
import { columnOf, type PhotoSubject } from './photo-subject.ts'

/** Photos that became unreadable: their ids, and the beginnings of the keys of their objects. */
export type ErasedPhotos = { ids: string[]; prefixes: string[] }

/**
 * From the commit on, the file of an erased photo is answered 410. The row stays without its texts; the
 * caller removes the objects afterwards. An older photo may share the object of an upload, which goes when
 * nothing else uses it.
 */
async function erase(tx: Tx, condition: string, values: (string | string[])[]): Promise<ErasedPhotos> {
  const rows = await tx.rows<{ id: string; object_key: string | null }>(
    `with gone as (
       update photos set erased_at = clock_timestamp(), label = '',
         deactivated_at = coalesce(deactivated_at, clock_timestamp()),
         source_url = case when source_url is not null then '' end
       where erased_at is null and ${condition}
       returning id, object_key, coalesce(product_id, character_id) as holder_id,
         old.deactivated_at is null as counted),
     freed as (
       update photo_counts c set active = c.active - f.photos
       from (select holder_id, count(*)::int as photos from gone where counted group by holder_id) f
       where c.holder_id = f.holder_id)
     select id, object_key from gone`,
    values,
  )
  const ids = rows.map(({ id }) => id)
  const shared = await listUnusedObjects(
    tx,
    rows.flatMap(({ object_key }) => (object_key?.startsWith('uploads/ast_') ? object_key : [])),
  )
  return { ids, prefixes: [...ids.map(objectPrefixOf), ...shared] }
}

/** Of the objects of uploads that older photos share: those that neither an upload nor a photo uses now. */
async function listUnusedObjects(tx: Tx, objectKeys: string[]): Promise<string[]> {
  if (objectKeys.length === 0) return []
  const rows = await tx.rows<{ key: string }>(
    `select distinct key from unnest($1::text[]) key
     where not exists (select from photos p where p.object_key = key and p.object_key like 'uploads/ast\\_%'
                         and p.erased_at is null)
       and not exists (select from assets a where a.id = substring(key from 'ast_[0-9A-Za-z]+')
                         and a.removed_at is null and a.erased_at is null)`,
    [objectKeys],
  )
  return rows.map(({ key }) => key)
}

/** Every object of a photo or an upload has a key that begins like this. */
export const objectPrefixOf = (id: string): string => `uploads/${id}-`

export const erasePhoto = (tx: Tx, id: string): Promise<ErasedPhotos> => erase(tx, 'id = $1', [id])

/** All photos of a product or character, which gets no further ones: an addition waits for the count row. */
export async function erasePhotosOf(tx: Tx, subject: PhotoSubject): Promise<ErasedPhotos> {
  const { column, id } = columnOf(subject)
  await tx.row(
    `insert into photo_counts (holder_id, active, closed) values ($1, 0, true)
     on conflict (holder_id) do update set closed = true`,
    [id],
  )
  return erase(tx, `${column} = $1`, [id])
}

/** The photos that belong to single jobs: fetched URLs and uploads. Other ids are left alone. */
export const eraseHiddenPhotos = (tx: Tx, ids: string[]): Promise<ErasedPhotos> =>
  erase(tx, `id = any($1::text[]) and kind in ('external_url', 'upload')`, [ids])

/** The photos that were made from these uploads or media. */
export const erasePhotosMadeFrom = (tx: Tx, sourceIds: string[]): Promise<ErasedPhotos> =>
  erase(tx, `source_id = any($1::text[])`, [sourceIds])

/** Up to `limit` photos of a user. */
export const erasePhotosOfUser = (tx: Tx, userId: string, limit: number): Promise<ErasedPhotos> =>
  erase(tx, `id in (select id from photos where user_id = $1 and erased_at is null limit ${limit})`, [userId])

/** Photos whose deletion has not erased them yet: they were deleted by an older version. */
export const listDeletedPhotos = (db: Rows, limit: number): Promise<{ id: string; user_id: string }[]> =>
  db.rows(
    `select id, user_id from photos where deactivated_at is not null and erased_at is null
     order by id limit $1`,
    [limit],
  )

/** Whether one of these photos was erased. */
export const hasErasedPhoto = async (db: Rows, ids: string[]): Promise<boolean> =>
  (await db.row(`select from photos where id = any($1::text[]) and erased_at is not null limit 1`, [ids])) !==
  undefined

/** Whose photo it is, and when it was erased. */
export const findPhotoOwner = (
  db: Rows,
  id: string,
): Promise<{ userId: string; erasedAt: Date | null } | undefined> =>
  db.row(`select user_id as "userId", erased_at as "erasedAt" from photos where id = $1`, [id])
