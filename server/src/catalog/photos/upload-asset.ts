import type { Asset } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { App } from '#platform/app'
import { newId } from '#platform/ids'
import { photoUrl } from './photo-url.ts'
import { requireFile } from './read-photo-request.ts'
import { refuseUnusable } from './refuse-unusable.ts'
import { storePicture } from './store-picture.ts'

/** Stores an uploaded picture for later use. The temporary file is only read; the caller removes it. */
export async function uploadAsset(
  app: App,
  owner: Owner,
  file: { path: string } | undefined,
): Promise<{ asset: Asset; message: string }> {
  const id = newId('asset')
  const { path } = requireFile(file)
  const picture = await refuseUnusable('file', storePicture(app, id, path))
  const { objectKey, contentType, sizeBytes, sha256, width, height } = picture
  const row = await app.db.row<{ created_at: Date }>(
    `insert into assets (id, user_id, mode, object_key, content_type, size_bytes, sha256, width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning created_at`,
    [id, owner.userId, owner.mode, objectKey, contentType, sizeBytes, sha256, width, height],
  )
  const { created_at } = row as { created_at: Date }
  return {
    asset: {
      id,
      url: photoUrl(app.config.publicUrl, id, contentType),
      contentType,
      sizeBytes,
      sha256: sha256.toString('hex'),
      width,
      height,
      createdAt: created_at.toISOString(),
    },
    message: 'Image stored. Send its id as mediaAssetId to add it to a product or character.',
  }
}
