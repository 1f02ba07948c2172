import { randomUUID } from 'node:crypto'
import { type Call, type Double, json, type Reply } from '../core/index.ts'
import type { ApiError } from './api-error.ts'

/** Where a message names the id of its request. */
export const REQUEST_ID = '{request id}'

/** No `x-ratelimit-*`: none was recorded on images. */
export function newHeaders({ clock, config }: Double, call: Call): Record<string, string> {
  return {
    'x-request-id': `req_${randomUUID().replaceAll('-', '')}`,
    // Provider time: in virtual time it is what the test advanced while the request was held.
    'openai-processing-ms': String(Math.max(0, Math.round(clock.now() - call.at))),
    'openai-version': '2020-10-01',
    'openai-organization': config.account,
  }
}

export function errorReply(
  double: Double,
  call: Call,
  error: ApiError,
  extra: Record<string, string> = {},
): Reply {
  const headers = newHeaders(double, call)
  const { shouldRetry } = double.settings
  const hint = shouldRetry === null ? {} : { 'x-should-retry': String(shouldRetry) }
  // Ids in texts are real: an adapter must strip them before a user reads the text.
  const message = error.message.replaceAll(REQUEST_ID, headers['x-request-id'] ?? '')
  const { type, param, code } = error
  return json(error.status, { error: { message, type, param, code } }, { ...headers, ...hint, ...extra })
}
