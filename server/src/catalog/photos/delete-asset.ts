import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

type DeletedAsset = { asset: { id: string; status: 'deleted' }; message: string }

const RETRY_BATCH = 100

/**
 * Deletes an upload: from the commit on its address is answered 410, then its bytes are removed. Photos that
 * were made from it stay.
 */
export async function deleteAsset(app: App, owner: Owner, id: string): Promise<DeletedAsset> {
  const row = isIdOf('asset', id)
    ? await app.db.row(
        `update assets set removed_at = clock_timestamp()
         where id = $1 and user_id = $2 and mode = $3 and removed_at is null
           and erased_at is null returning id`,
        [id, owner.userId, owner.mode],
      )
    : undefined
  if (!row) throw new Refusal('not_found', 'You have no upload with this id.')
  await removeBytes(app, id).catch((err) =>
    app.log.warn({ asset: id, err }, 'the bytes of an upload could not be removed; the worker tries again'),
  )
  return {
    asset: { id, status: 'deleted' },
    message: 'Upload deleted. Photos that were made from it stay.',
  }
}

/**
 * Deletes uploads whose time is over, and removes the bytes of deleted ones that a failure or a crash left.
 * Returns how many are gone now.
 */
export async function removeDeletedAssets(app: App): Promise<number> {
  await app.db.row(
    `update assets set removed_at = clock_timestamp()
     where id in (select id from assets where expires_at < clock_timestamp() and removed_at is null
                  order by expires_at limit ${RETRY_BATCH})`,
  )
  const left = await app.db.rows<{ id: string }>(
    `select id from assets where removed_at is not null and bytes_removed_at is null
     order by removed_at limit ${RETRY_BATCH}`,
  )
  for (const { id } of left) await removeBytes(app, id)
  return left.length
}

async function removeBytes(app: App, id: string): Promise<void> {
  const objectKey = await findUnsharedObject(app.db, id)
  if (objectKey !== undefined) await app.storage.remove(objectKey)
  await app.db.row(`update assets set bytes_removed_at = clock_timestamp() where id = $1`, [id])
}

/** Undefined when an older photo uses the object, too: then it belongs to that photo from now on. */
async function findUnsharedObject(db: Rows, id: string): Promise<string | undefined> {
  const row = await db.row<{ object_key: string }>(
    `select object_key from assets
     where id = $1 and not exists (select from photos p where p.object_key = assets.object_key
                                   and p.erased_at is null
                                   and p.object_key like 'uploads/ast\\_%')`,
    [id],
  )
  return row?.object_key
}
