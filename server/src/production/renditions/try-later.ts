import { Refusal } from '#platform/refusal'

const RETRY_AFTER_SECONDS = 5

export const tryLater = () =>
  new Refusal(
    'service_unavailable',
    `This rendition cannot be made right now. Send the request again in ${RETRY_AFTER_SECONDS} s.`,
    {},
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
