import type { Asset } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { refuseIfFull } from '#access/quotas'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type AssetRow, assetColumns, presentAsset } from './asset-row.ts'
import { requireFile } from './read-photo-request.ts'
import { refuseUnusable } from './refuse-unusable.ts'
import { preparePicture, type StoredPicture } from './store-picture.ts'
import { storeWithinQuota } from './store-within-quota.ts'

/** Stores an uploaded picture for later use. The temporary file is only read; the caller removes it. */
export async function uploadAsset(
  app: App,
  owner: Owner,
  file: { path: string } | undefined,
): Promise<{ asset: Asset; message: string }> {
  const id = newId('asset')
  const { path } = requireFile(file)
  // Checked before the work too: without room for one more, the picture is not even decoded.
  await refuseIfFull(app, owner, { kind: 'uploads', items: 1, bytes: 0 })
  const prepared = await refuseUnusable('file', preparePicture(app, id, { path, userId: owner.userId }))
  const row = await storeWithinQuota(app, owner, { kind: 'uploads', prepared }, (tx) =>
    insertAsset(tx, owner, id, prepared.picture),
  )
  return {
    asset: presentAsset(row, app.config.publicUrl),
    message: 'Image stored. Send its id as mediaAssetId to add it to a product or character.',
  }
}

async function insertAsset(tx: Tx, owner: Owner, id: string, picture: StoredPicture): Promise<AssetRow> {
  const { objectKey, contentType, sizeBytes, sha256, width, height } = picture
  const row = await tx.row<AssetRow>(
    `insert into assets (id, user_id, mode, object_key, content_type, size_bytes, sha256, width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${assetColumns}`,
    [id, owner.userId, owner.mode, objectKey, contentType, sizeBytes, sha256, width, height],
  )
  return row as AssetRow
}
