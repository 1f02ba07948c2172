import type { Call, Double, Reply, Trouble } from '../core/index.ts'
import { ApiError } from './api-error.ts'
import { errorReply, REQUEST_ID } from './reply.ts'

/** Joined, because texts of ours name no foreign host. Real texts do, and an adapter must strip them. */
const SITE = ['https:', '', 'platform.openai.com'].join('/')

/** A trouble that any request can meet, in this provider's words. */
export function refuseTrouble(double: Double, { status, retryAfterSeconds }: Trouble, call: Call): Reply {
  if (status === 402) return errorReply(double, call, outOfCredit(double))
  if (status === 429) {
    const headers = retryAfterSeconds === undefined ? {} : retryHeaders(double, retryAfterSeconds)
    return errorReply(double, call, rateLimited(double), headers)
  }
  return errorReply(double, call, errorOf(status, call))
}

/** The same trouble comes in two forms: a 429 that no pause heals, and a 400. */
export function outOfCredit({ settings }: Double): ApiError {
  if (settings.outOfCreditAs === 'billing')
    return new ApiError(400, 'Billing hard limit has been reached.', {
      type: 'billing_limit_user_error',
      code: 'billing_hard_limit_reached',
    })
  const message = `You exceeded your current quota, please check your plan: ${SITE}/account/billing.`
  return new ApiError(429, message, { type: 'insufficient_quota', code: 'insufficient_quota' })
}

export function rateLimited({ config, settings }: Double): ApiError {
  const limit = `Limit ${settings.imagesPerMinute ?? 5}`
  const where = `in organization ${config.account} on input-images per min: ${limit}`
  const message = `Rate limit reached for images ${where}. See ${SITE}/account/rate-limits.`
  return new ApiError(429, message, { type: 'input-images', code: 'rate_limit_exceeded' })
}

export function retryHeaders({ settings }: Double, seconds: number): Record<string, string> {
  const { retryAfterIn } = settings
  return {
    ...(retryAfterIn === 'ms' ? {} : { 'retry-after': String(Math.ceil(seconds)) }),
    ...(retryAfterIn === 's' ? {} : { 'retry-after-ms': String(Math.round(seconds * 1000)) }),
  }
}

/** The body of this 403 was not seen: its text is a guess, its status is not. */
export function notVerified(model: string): ApiError {
  const message = `Your organization must be verified to use the model \`${model}\`: ${SITE}/settings.`
  return new ApiError(403, message)
}

function errorOf(status: number, { method, path }: Call): ApiError {
  switch (status) {
    case 401:
      return new ApiError(401, `Incorrect API key provided: dou****key. See ${SITE}/account/api-keys.`, {
        code: 'invalid_api_key',
      })
    case 404:
      return new ApiError(404, `Invalid URL (${method} ${path})`)
    case 503:
      return new ApiError(503, 'The server is overloaded, please try again later.', {
        type: 'service_unavailable_error',
      })
    default:
      return status >= 500 ? serverError(status) : new ApiError(status, `The request ended with ${status}.`)
  }
}

export function serverError(status: number): ApiError {
  const message = `The server had an error while processing your request (request ID ${REQUEST_ID}).`
  return new ApiError(status, message, { type: 'server_error' })
}
