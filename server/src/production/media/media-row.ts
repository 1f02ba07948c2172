import type {
  ErrorCode,
  ImageSize,
  MediaStatus,
  Orientation,
  ReferenceOrigin,
  Resolution,
} from '@atelier/contract'

/**
 * A picture that the job uses, as stored in its row. `file` is the file name of our copy; a URL that the
 * caller gave is shown as it was given.
 */
export type Input = {
  photoReferenceId: string
  label: string
  origin: ReferenceOrigin
  file: string | null
  sourceUrl: string | null
}

/** A row of `media`; present-media.ts turns it into what callers see. */
export type MediaRow = {
  id: string
  user_id: string
  mode: 'live' | 'test'
  kind: 'image' | 'video'
  parent_id: string | null
  position: number
  status: MediaStatus
  prompt: string
  model: string
  size: ImageSize | null
  orientation: Orientation | null
  resolution: Resolution
  duration_seconds: number
  n: number
  product_id: string | null
  character_id: string | null
  cep_id: string | null
  angle: string | null
  hook: string | null
  inputs: Input[]
  dropped: { photoReferenceId: string; origin: 'product' | 'character' }[]
  client_ref: string | null
  body_hash: Buffer | null
  cost_credits: number
  refunded_credits: number
  created_at: Date
  finished_at: Date | null
  refunded_at: Date | null
  progress: number | null
  error_code: ErrorCode | null
  error_message: string | null
  content_type: string | null
  removed_at: Date | null
  erased_at: Date | null
}

export const mediaColumns = `media.id, media.user_id, media.mode, kind, parent_id, position, status, prompt,
  model, size, orientation, resolution, duration_seconds, n, media.product_id, character_id, cep_id, angle,
  hook, inputs, dropped, client_ref, body_hash, cost_credits, refunded_credits, media.created_at, finished_at,
  refunded_at, progress, error_code, error_message, content_type, removed_at,
  media.erased_at`

export const isWaiting = (status: MediaStatus): status is 'queued' | 'processing' =>
  status === 'queued' || status === 'processing'

/** The file extension in the public URL, by content type. */
export const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}
