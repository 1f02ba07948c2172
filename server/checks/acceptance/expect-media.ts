import type { Media } from '@atelier/contract'
import {
  expectId,
  expectInteger,
  expectMatch,
  expectOneOf,
  expectText,
  expectThat,
  expectTime,
} from './expect.ts'

/** The fields of the interface, then those that the decisions add. */
const FIELDS = [
  ...['id', 'status', 'prompt', 'mediaType', 'creditsCost', 'videoUrl', 'thumbnailUrl', 'durationSeconds'],
  ...['errorMessage', 'refundedAt', 'createdAt', 'completedAt', 'resolution', 'orientation', 'inputs'],
  ...['waiting', 'progress', 'pollAfterSeconds', 'nextAction', 'message'],
  ...['charged', 'creditsRefunded', 'errorCode', 'clientRef', 'productId', 'characterId', 'cepId', 'model'],
  ...['parentId', 'droppedReferences', 'outputs', 'test'],
]

const allowed = {
  status: ['queued', 'processing', 'completed', 'failed', 'stalled'],
  mediaType: ['IMAGE', 'VIDEO'],
  resolution: ['SD', 'HD'],
  orientation: ['portrait', 'landscape', 'square'],
} as const

/** A media as a poll or a list returns it to a live key: every field, and how they depend on each other. */
export function expectMedia(media: Media): Media {
  const what = `media ${media.id}`
  expectId(media.id, 'med', what)
  expectThat(!('imageUrl' in media), `${what}: no imageUrl on this endpoint`)
  for (const field of FIELDS) expectThat(field in media, `${what}: field ${field} is there`)
  for (const [field, values] of Object.entries(allowed))
    expectOneOf(media[field as keyof typeof allowed], values, `${what}: ${field}`)
  for (const field of ['creditsCost', 'durationSeconds', 'creditsRefunded'] as const)
    expectInteger(media[field], `${what}: ${field}`)
  expectTime(media.createdAt, `${what}: createdAt`)
  expectText(media.message, `${what}: message`)
  expectInputs(media, what)
  expectOutcome(media, what)
  return media
}

function expectInputs(media: Media, what: string): void {
  for (const [index, input] of media.inputs.entries()) {
    expectId(input.photoReferenceId, 'pho', `${what}: input`)
    expectText(input.fileUrl, `${what}: input.fileUrl`)
    expectMatch(
      [typeof input.label, input.order],
      ['string', index],
      `${what}: label and order of input ${index}`,
    )
  }
}

function expectOutcome(media: Media, what: string): void {
  const isFinal = media.status !== 'queued' && media.status !== 'processing'
  const isGood = !isFinal || media.status === 'completed'
  const finalAction = isGood ? 'use_videoUrl' : 'retry'
  const jobCharged = isGood ? 'charged' : 'refunded'
  const expected = {
    waiting: !isFinal,
    pollAfterSeconds: isFinal ? null : 10,
    nextAction: isFinal ? finalAction : 'poll_again',
    charged: media.parentId ? 'none' : jobCharged,
    test: false,
  }
  expectMatch(media, expected, what)
  const { progress } = media
  const isPercentage = Number.isInteger(progress) && Number(progress) >= 0 && Number(progress) <= 100
  expectThat(progress === null || isPercentage, `${what}: progress ${progress}`)
  if (media.creditsRefunded) {
    expectTime(media.refundedAt, `${what}: refundedAt`)
    const saysSo = /refund|back|return/i.test(media.message)
    expectThat(saysSo, `${what}: message says that credits came back: ${media.message}`)
  }
  if (media.mediaType === 'IMAGE') expectMatch(media, { durationSeconds: 0, resolution: 'SD' }, what)
  if (media.status === 'completed') expectTime(media.completedAt, `${what}: completedAt`)
  else expectMatch(media, { videoUrl: null, outputs: [] }, what)
}

/** The shape of a file's address: `{base_url}/api/photos/serve/generated/<media_id>.<ext>`. */
export function expectFileUrl(baseUrl: string, media: Pick<Media, 'id' | 'videoUrl'>, extensions: string) {
  const name = new RegExp(`^/api/photos/serve/generated/${media.id}\\.(${extensions})$`)
  const url = media.videoUrl ?? ''
  const hasShape = url.startsWith(baseUrl) && name.test(url.slice(baseUrl.length))
  expectThat(hasShape, `shape of videoUrl ${url}`)
}

export const PICTURE_EXTENSIONS = 'png|jpg|jpeg|webp'
