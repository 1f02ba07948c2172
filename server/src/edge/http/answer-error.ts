import type { Logger } from 'pino'
import { CallerLeft, CommitUnknown, DatabaseBusy, DatabaseUnavailable } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { StorageUnavailable } from '#platform/storage'
import type { Answer } from './route.ts'

/**
 * All errors in one format. An error that is not a refusal is a bug: it is logged in full, and the caller
 * gets a fixed message.
 */
export function answerError(error: unknown, requestId: string, log: Logger): Answer {
  const refusal = asRefusal(error, requestId, log)
  const { charged = 'none', ...extra } = refusal.extra
  return {
    status: refusal.status,
    headers: refusal.headers,
    body: { error: refusal.message, code: refusal.code, charged, requestId, ...extra },
  }
}

function asRefusal(error: unknown, requestId: string, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable || error instanceof StorageUnavailable) return unavailable('none')
  // Nobody reads this answer.
  if (error instanceof CallerLeft) return unavailable('none')
  if (error instanceof CommitUnknown) return unavailable('unknown')
  if (error instanceof DatabaseBusy) return busy()
  log.error({ requestId, err: error }, 'a request failed')
  return new Refusal(
    'internal_error',
    'Internal error. Send the request again; if it fails again, report the requestId.',
  )
}

const unavailable = (charged: 'none' | 'unknown') =>
  new Refusal(
    'service_unavailable',
    'The service is temporarily unavailable. Send the request again in a few seconds.',
    { charged },
    { 'retry-after': '3' },
  )

const busy = () =>
  new Refusal(
    'service_unavailable',
    'Other requests are in the way of this one. Nothing was changed. Send it again in a few seconds.',
    {},
    { 'retry-after': '2' },
  )
