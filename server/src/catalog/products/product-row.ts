import type { Product } from '@atelier/contract'
import type { PhotoSummary } from '#catalog/photos'

/** A row of `products`. */
export type ProductRow = {
  id: string
  user_id: string
  name: string
  media_count: number
  created_at: Date
  updated_at: Date
  erased_at: Date | null
}

export const productColumns = `id, user_id, name, media_count, created_at, updated_at, erased_at`

export const presentProduct = (row: ProductRow, photos: PhotoSummary | undefined): Product => ({
  id: row.id,
  name: row.name,
  mediaCount: row.media_count,
  referencePhotoCount: photos?.count ?? 0,
  primaryPhotoUrl: photos?.primaryUrl ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
