import { createHash } from 'node:crypto'
import type { Media, Orientation } from '@atelier/contract'
import { POLL_AFTER_SECONDS, TEST_SPEED } from '@atelier/contract'
import { extensions, type Input, isWaiting, type MediaRow } from './media-row.ts'

const orientations = { '1:1': 'square', '2:3': 'portrait', '3:2': 'landscape' } as const

/** Videos say it; of images their size does. */
export const orientationOf = (row: Pick<MediaRow, 'orientation' | 'size'>): Orientation =>
  row.orientation ?? orientations[row.size ?? '1:1']

/** What the outside sees of a media: pure, so every word of it can be tested. */
export function presentMedia(row: MediaRow, siblings: MediaRow[], publicUrl: string): Media {
  const waiting = isWaiting(row.status)
  const file = filesOf(row, publicUrl)
  return {
    id: row.id,
    status: row.status,
    prompt: row.prompt,
    mediaType: row.kind === 'image' ? 'IMAGE' : 'VIDEO',
    creditsCost: row.cost_credits,
    videoUrl: file?.videoUrl ?? null,
    thumbnailUrl: file?.thumbnailUrl ?? null,
    durationSeconds: row.duration_seconds,
    errorMessage: row.error_message,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    completedAt: row.status === 'completed' ? (row.finished_at?.toISOString() ?? null) : null,
    resolution: row.resolution,
    orientation: orientationOf(row),
    inputs: row.inputs.map((input, order) => presentInput(input, order, publicUrl)),
    waiting,
    progress: row.progress,
    pollAfterSeconds: waiting ? pollAfterSeconds(row.mode) : null,
    nextAction: waiting ? 'poll_again' : row.status === 'completed' ? 'use_videoUrl' : 'retry',
    message: messageOf(row),
    charged: row.parent_id
      ? 'none'
      : row.status === 'failed' || row.status === 'stalled'
        ? 'refunded'
        : 'charged',
    creditsRefunded: row.refunded_credits,
    errorCode: row.error_code,
    clientRef: row.client_ref,
    productId: row.product_id,
    characterId: row.character_id,
    cepId: row.cep_id,
    angle: row.angle,
    hook: row.hook,
    promptFingerprint: fingerprintOf(row.prompt),
    model: row.model,
    parentId: row.parent_id,
    droppedReferences: row.dropped,
    outputs: [row, ...siblings].flatMap((one) => filesOf(one, publicUrl) ?? []),
    test: row.mode === 'test',
  }
}

/** The same for prompts that differ in letters' case and blanks alone. */
const fingerprintOf = (prompt: string): string =>
  createHash('sha256').update(prompt.toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex')

/** A test key lives sixty times faster, but never polls more often than every second. */
export const pollAfterSeconds = (mode: 'live' | 'test'): number =>
  mode === 'test' ? Math.max(1, Math.floor(POLL_AFTER_SECONDS / TEST_SPEED)) : POLL_AFTER_SECONDS

const presentInput = (
  { photoReferenceId, label, file, sourceUrl }: Input,
  order: number,
  publicUrl: string,
) => ({
  photoReferenceId,
  fileUrl: sourceUrl ?? `${publicUrl}/api/photos/serve/uploads/${file}`,
  label,
  order,
})

type Files = { id: string; videoUrl: string; thumbnailUrl: string }

export function filesOf(
  row: Pick<MediaRow, 'id' | 'status' | 'content_type'>,
  publicUrl: string,
): Files | undefined {
  if (row.status !== 'completed') return undefined
  const serve = `${publicUrl}/api/photos/serve`
  return {
    id: row.id,
    videoUrl: `${serve}/generated/${row.id}.${extensions[row.content_type ?? '']}`,
    thumbnailUrl: `${serve}/thumbnails/${row.id}.jpg`,
  }
}

function messageOf(row: MediaRow): string {
  const back = `The ${row.refunded_credits} credits were refunded.`
  const again = `Poll again in ${pollAfterSeconds(row.mode)} s.`
  switch (row.status) {
    case 'queued':
      return `Accepted, charged ${row.cost_credits} credits, not yet rendering. ${again}`
    case 'processing':
      return `Rendering, charged ${row.cost_credits} credits. ${again}`
    case 'completed':
      if (row.removed_at) return 'Completed; its file was removed after the retention time of this service.'
      if (row.parent_id) return 'Completed with its job, at no price of its own. Read the file at videoUrl.'
      if (row.refunded_credits === 0) return 'Completed. Read the file at videoUrl; it stays there.'
      return `Completed with fewer files than asked. ${back} Read the files in outputs.`
    case 'failed':
      if (row.error_code === 'cancelled') return `Cancelled before it was rendered. ${back}`
      return `Failed: ${row.error_message}. ${back} Submit again with a new clientRef.`
    case 'stalled':
      return `No result came in time. ${back} Submit again with a new clientRef.`
    default:
      return row.status satisfies never
  }
}
