import { notFound, Refusal } from '#platform/refusal'

export const notCompleted = (status: string) =>
  new Refusal(
    'media_not_completed',
    status === 'failed' || status === 'stalled'
      ? `This media ${status} and has no file.`
      : 'This media is not completed yet. Poll it until it is.',
    { status },
  )

export const fileRemoved = (at: Date) =>
  new Refusal(
    'file_removed',
    `This file was removed on ${at.toISOString().slice(0, 10)} by the retention policy of this service. ` +
      'Media attached to a product is not removed.',
  )

export const mediaNotFound = (id: string) => notFound('media', id)
