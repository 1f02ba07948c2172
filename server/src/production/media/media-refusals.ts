import { Refusal } from '#platform/refusal'

export const notCompleted = (status: string) =>
  new Refusal(
    'media_not_completed',
    status === 'failed' || status === 'stalled'
      ? `This media ${status}, so it has no file.`
      : 'This media is not finished yet: poll it until it is completed.',
    { status },
  )

export const fileRemoved = (at: Date) =>
  new Refusal(
    'file_removed',
    `This file was removed on ${at.toISOString().slice(0, 10)} by the retention of this service. ` +
      'Media attached to a product is kept.',
  )

export const mediaNotFound = () => new Refusal('not_found', 'There is no such media among yours.')
