import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows, Tx } from '#platform/db'
import { copyToDisk, type StoredPicture } from './store-picture.ts'

export const findAsset = (db: Rows, owner: Owner, id: string): Promise<StoredPicture | undefined> =>
  db.row<StoredPicture>(
    `select object_key as "objectKey", content_type as "contentType", size_bytes as "sizeBytes", sha256,
       width, height
     from assets where id = $1 and user_id = $2 and mode = $3 and removed_at is null
       and erased_at is null`,
    [id, owner.userId, owner.mode],
  )

/** Holds an upload until the commit, so that it cannot be erased meanwhile. False when it was erased. */
export const holdAsset = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(`select from assets where id = $1 and removed_at is null and erased_at is null for share`, [
    id,
  ])) !== undefined

/** An upload as a temporary file, for an endpoint that takes a file; undefined when the owner has none. */
export async function openAsset(app: App, owner: Owner, id: string) {
  const asset = await findAsset(app.db, owner, id)
  if (!asset) return undefined
  return { ...(await copyToDisk(app, asset)), sizeBytes: asset.sizeBytes, sha256: asset.sha256 }
}
