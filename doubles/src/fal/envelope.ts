import { type Call, json, type Reply, type Trouble } from '../core/index.ts'

/** The words of the queue and of the storage for a trouble that any request can meet. */
export function refuse({ status, retryAfterSeconds }: Trouble, call: Call): Reply {
  // The platform API has an envelope of its own.
  if (call.path.startsWith('/api/')) return refusePlatform(status, retryAfterSeconds)
  const headers: Record<string, string> = { 'x-fal-request-id': `req-${call.number}` }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  switch (status) {
    case 401:
      return json(401, { detail: 'Authentication is required to access this application' }, headers)
    case 402:
      return locked('Exhausted balance', headers)
    case 404:
      return json(404, { status: 'NOT_FOUND' }, headers)
    case 429:
      return json(429, { detail: 'Too many requests', error_type: 'rate_limited' }, headers)
    case 503:
      return json(503, { detail: 'Service unavailable', error_type: 'runner_scheduling_failure' }, headers)
    case 504:
      return json(504, { detail: 'Gateway timeout', error_type: 'request_timeout' }, headers)
    default:
      return json(status, { detail: 'Internal server error', error_type: 'internal_error' }, headers)
  }
}

/** Out of credit is a 403, on submits and uploads alone. */
export function locked(reason: string, headers: Record<string, string> = {}): Reply {
  const hint = 'Top up your balance in the billing section of the dashboard.'
  return json(403, { detail: `User is locked. Reason: ${reason}. ${hint}` }, headers)
}

export function refusePlatform(
  status: number,
  retryAfterSeconds?: number,
  message = 'Request refused',
): Reply {
  const types: Record<number, string> = {
    400: 'validation_error',
    401: 'authentication_error',
    402: 'payment_required',
    403: 'authorization_error',
    404: 'not_found',
    429: 'rate_limited',
  }
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return json(status, { error: { type: types[status] ?? 'server_error', message } }, headers)
}
