import type { ErrorCode, MediaStatus } from '@atelier/contract'

/** A media as the database has it; what the outside sees is made from it in present-media.ts. */
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
  size: '1:1' | '2:3' | '3:2'
  n: number
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
}

export const mediaColumns = `id, user_id, mode, kind, parent_id, position, status, prompt, model, size, n,
  client_ref, body_hash, cost_credits, refunded_credits, created_at, finished_at, refunded_at, progress,
  error_code, error_message, content_type`

export const isWaiting = (status: MediaStatus): status is 'queued' | 'processing' =>
  status === 'queued' || status === 'processing'
