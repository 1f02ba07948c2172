import type { Asset } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { refuseIfFull } from '#access/quotas'
import type { App } from '#platform/app'
import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type AssetRow, assetColumns, presentAsset } from './asset-row.ts'
import { requireFile } from './read-photo-request.ts'
import { refuseUnusable } from './refuse-unusable.ts'
import { preparePicture, type StoredPicture } from './store-picture.ts'
import { storeWithinQuota } from './store-within-quota.ts'
import { noTicket } from './upload-ticket.ts'

type Uploaded = { asset: Asset; message: string }

/** Stores an uploaded picture for later use. The temporary file is only read; the caller removes it. */
export async function uploadAsset(
  app: App,
  owner: Owner,
  file: { path: string } | undefined,
): Promise<Uploaded> {
  const row = await storeAsset(app, owner, file, { id: newId('asset'), keepMs: null })
  return {
    asset: presentAsset(row, app.config.publicUrl),
    message: 'Image stored. Send its id as mediaAssetId to add it to a product or character.',
  }
}

/**
 * The same for the id in a ticket, once: a file that is sent again changes nothing and gets the same answer.
 * The tool that it is for makes a copy, so it is kept for a day only.
 */
export async function uploadByTicket(
  app: App,
  owner: Owner,
  file: { path: string } | undefined,
  id: string,
): Promise<Uploaded> {
  const row =
    (await findStored(app.db, owner, id)) ??
    (await storeAsset(app, owner, file, { id, keepMs: KEPT_MS }).catch(async (error) => {
      if (!(error instanceof AlreadyStored)) throw error
      const stored = await findStored(app.db, owner, id)
      if (!stored) throw noTicket()
      return stored
    }))
  return {
    asset: presentAsset(row, app.config.publicUrl),
    message: `Image received. Call the tool again with file_path=${id}. It is kept for a day.`,
  }
}

const KEPT_MS = 24 * 3_600_000

/** Two requests with one ticket at the same time. No refusal: the object may be that of the first one. */
class AlreadyStored extends Error {}

const findStored = (db: Rows, owner: Owner, id: string): Promise<AssetRow | undefined> =>
  db.row<AssetRow>(
    `select ${assetColumns} from assets
     where id = $1 and user_id = $2 and mode = $3 and removed_at is null and erased_at is null`,
    [id, owner.userId, owner.mode],
  )

type NewAsset = { id: string; keepMs: number | null }

async function storeAsset(
  app: App,
  owner: Owner,
  file: { path: string } | undefined,
  asset: NewAsset,
): Promise<AssetRow> {
  const { path } = requireFile(file)
  // Checked before the work too: without room for one more, the picture is not even decoded.
  await refuseIfFull(app, owner, { kind: 'uploads', items: 1, bytes: 0 })
  const prepared = await refuseUnusable('file', preparePicture(app, asset.id, { path, userId: owner.userId }))
  return storeWithinQuota(app, owner, { kind: 'uploads', prepared }, (tx) =>
    insertAsset(tx, owner, asset, prepared.picture),
  )
}

async function insertAsset(
  tx: Tx,
  owner: Owner,
  { id, keepMs }: NewAsset,
  picture: StoredPicture,
): Promise<AssetRow> {
  const { objectKey, contentType, sizeBytes, sha256, width, height } = picture
  const row = await tx.row<AssetRow>(
    `insert into assets (id, user_id, mode, object_key, content_type, size_bytes, sha256, width, height,
                         expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + $10 * interval '1 ms')
     on conflict (id) do nothing returning ${assetColumns}`,
    [id, owner.userId, owner.mode, objectKey, contentType, sizeBytes, sha256, width, height, keepMs],
  )
  if (!row) throw new AlreadyStored()
  return row
}
