import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import type { StoredPicture } from './store-picture.ts'

/**
 * A photo that belongs to one job and no product or character, so no list shows it. The caller creates the
 * id.
 */
export type HiddenPhoto = { id: string; label: string } & (
  | { kind: 'external_url'; sourceUrl: string }
  | { kind: 'upload'; picture: StoredPicture }
)

export async function insertHiddenPhoto(tx: Tx, owner: Owner, photo: HiddenPhoto): Promise<void> {
  const picture = photo.kind === 'upload' ? photo.picture : undefined
  await tx.row(
    `insert into photos (id, user_id, mode, kind, label, source_url,
                         object_key, content_type, size_bytes, sha256, width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      photo.id,
      owner.userId,
      owner.mode,
      photo.kind,
      photo.label,
      photo.kind === 'external_url' ? photo.sourceUrl : null,
      picture?.objectKey,
      picture?.contentType,
      picture?.sizeBytes,
      picture?.sha256,
      picture?.width,
      picture?.height,
    ],
  )
}
