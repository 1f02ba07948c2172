import type { Asset } from '@atelier/contract'
import { photoUrl } from './photo-url.ts'

export type AssetRow = {
  id: string
  content_type: string
  size_bytes: number
  sha256: Buffer
  width: number
  height: number
  created_at: Date
}

export const assetColumns = 'id, content_type, size_bytes, sha256, width, height, created_at'

export const presentAsset = (row: AssetRow, publicUrl: string): Asset => ({
  id: row.id,
  url: photoUrl(publicUrl, row.id, row.content_type),
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  sha256: row.sha256.toString('hex'),
  width: row.width,
  height: row.height,
  createdAt: row.created_at.toISOString(),
})
