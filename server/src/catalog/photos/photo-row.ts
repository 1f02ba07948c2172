import type { Photo } from '@atelier/contract'
import { photoUrl } from './photo-url.ts'

/** A row of `photos`. A photo given by URL has no file until it is fetched. */
export type PhotoRow = {
  id: string
  user_id: string
  kind: 'product' | 'character' | 'external_url' | 'upload'
  product_id: string | null
  character_id: string | null
  label: string
  source_url: string | null
  object_key: string | null
  content_type: string | null
  size_bytes: number | null
  sha256: Buffer | null
  erased_at: Date | null
}

export const photoColumns = `id, user_id, kind, product_id, character_id, label, source_url,
  object_key, content_type, size_bytes, sha256, erased_at`

/** For photos of products and characters only: these always have a file. */
export const presentPhoto = (row: PhotoRow, isPrimary: boolean, publicUrl: string): Photo => ({
  id: row.id,
  label: row.label,
  url: photoUrl(publicUrl, row.id, row.content_type as string),
  isPrimary,
})
