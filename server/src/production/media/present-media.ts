import { createHash } from 'node:crypto'
import type { Media, Orientation } from '@atelier/contract'
import { POLL_AFTER_SECONDS, TEST_SPEED } from '@atelier/contract'
import { extensions, type Input, isWaiting, type MediaRow } from './media-row.ts'

const orientations = { '1:1': 'square', '2:3': 'portrait', '3:2': 'landscape' } as const

/** Stored for videos; derived from the size for images. */
export const orientationOf = (row: Pick<MediaRow, 'orientation' | 'size'>): Orientation =>
  row.orientation ?? orientations[row.size ?? '1:1']

/** A media as callers see it. Pure, so that every message can be tested. */
export function presentMedia(row: MediaRow, siblings: MediaRow[], publicUrl: string): Media {
  const waiting = isWaiting(row.status)
  const file = fileUrlsOf(row, publicUrl)
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
    outputs: [row, ...siblings].flatMap((one) => fileUrlsOf(one, publicUrl) ?? []),
    test: row.mode === 'test',
  }
}

/** Equal for prompts that differ only in letter case and white space. */
const fingerprintOf = (prompt: string): string =>
  createHash('sha256').update(prompt.toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex')

/** Test mode runs sixty times faster, but never polls more often than every second. */
export const pollAfterSeconds = (mode: 'live' | 'test'): number =>
  mode === 'test' ? Math.max(1, Math.floor(POLL_AFTER_SECONDS / TEST_SPEED)) : POLL_AFTER_SECONDS

const presentInput = (
  { photoReferenceId, label, file, sourceUrl }: Input,
  order: number,
  publicUrl: string,
) => ({
  photoReferenceId,
  // An erased reference has neither; its address is answered 410.
  fileUrl: sourceUrl ?? `${publicUrl}/api/photos/serve/uploads/${file ?? `${photoReferenceId}.png`}`,
  label,
  order,
})

type FileUrls = { id: string; videoUrl: string; thumbnailUrl: string }

export function fileUrlsOf(
  row: Pick<MediaRow, 'id' | 'status' | 'content_type'>,
  publicUrl: string,
): FileUrls | undefined {
  if (row.status !== 'completed') return undefined
  const serve = `${publicUrl}/api/photos/serve`
  return {
    id: row.id,
    videoUrl: `${serve}/generated/${row.id}.${extensions[row.content_type ?? '']}`,
    thumbnailUrl: `${serve}/thumbnails/${row.id}.jpg`,
  }
}

function messageOf(row: MediaRow): string {
  const charged = `You were charged ${row.cost_credits} credits.`
  const again = `Poll again in ${pollAfterSeconds(row.mode)} s.`
  switch (row.status) {
    case 'queued':
      return `Queued; rendering has not started. ${charged} ${again}`
    case 'processing':
      return `Rendering. ${charged} ${again}`
    case 'completed':
      return messageOfCompleted(row)
    case 'failed':
      return messageOfFailed(row)
    case 'stalled':
      return `Stalled: no result arrived in time. ${refunded(row)} Submit again with a new clientRef.`
    default:
      return row.status satisfies never
  }
}

const refunded = (row: MediaRow): string => `The ${row.refunded_credits} credits were refunded.`

function messageOfCompleted(row: MediaRow): string {
  const price = row.parent_id ? 'at no price: its job was charged' : `for ${row.cost_credits} credits`
  if (row.removed_at)
    return (
      `Completed ${price}. The file was removed when its retention period ended. ` +
      'Submit again with a new clientRef to make another.'
    )
  if (row.refunded_credits === 0) return `Completed ${price}. The file is at videoUrl, its permanent URL.`
  const back = `${row.refunded_credits} of the ${row.cost_credits} credits were refunded.`
  return `Completed with fewer files than requested. ${back} The files are in outputs.`
}

function messageOfFailed(row: MediaRow): string {
  switch (row.error_code) {
    case 'cancelled':
      return (
        `Cancelled before rendering started. ${refunded(row)} ` +
        'Submit again with a new clientRef if you still need it.'
      )
    case 'content_rejected':
      return (
        `Failed: ${row.error_message}. ${refunded(row)} ` +
        'Change the prompt or the references, then submit with a new clientRef.'
      )
    case 'reference_unusable':
      return (
        `Failed: ${row.error_message}. ${refunded(row)} ` +
        'Replace the reference, then submit with a new clientRef.'
      )
    default:
      return `Failed: ${row.error_message}. ${refunded(row)} Submit again with a new clientRef.`
  }
}
