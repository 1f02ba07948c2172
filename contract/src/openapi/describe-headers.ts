import type { Endpoint } from '../endpoints/index.ts'
import type { Json } from './schema-of.ts'

const text = (description: string): Json => ({ description, schema: { type: 'string' } })
const count = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })

export const headers: Record<string, Json> = {
  'X-Request-Id': text('The id of this request, for support'),
  'X-Api-Version': text('The version of this API'),
  'X-RateLimit-Limit': count('Requests of this class allowed in 60 seconds'),
  'X-RateLimit-Remaining': count('Requests left after this one'),
  'X-RateLimit-Reset': count('When the oldest counted request leaves the window, in epoch milliseconds'),
  'X-RateLimit-Heavy-Limit': count('Requests of all heavy endpoints allowed in 60 seconds'),
  'X-RateLimit-Heavy-Remaining': count('Requests of heavy endpoints left after this one'),
  'X-RateLimit-Heavy-Reset': count('When the oldest heavy request leaves the window, in epoch milliseconds'),
  'Retry-After': count('Seconds to wait before sending the request again'),
  'Idempotent-Replayed': text('`true` when the response is that of an earlier request; nothing was charged'),
  ETag: text('Identifies the content of the file'),
  'X-Content-Sha256': text('The SHA-256 of the whole file, in hexadecimal'),
  'X-Client-Version': text('The version of the client'),
  'Content-Range': text('The range of bytes, and the size of the file'),
  Location: text('The URL of the file'),
  'Set-Cookie': text('The session cookie: `__Host-sid`'),
}

const refer = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const always = ['X-Request-Id', 'X-Api-Version']
const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const heavyLimits = limits.map((name) => name.replace('X-RateLimit', 'X-RateLimit-Heavy'))

const SETTING_COOKIES = [
  '/api/account/session',
  '/api/account/session/code',
  '/api/account/password',
  '/api/account/setup',
  '/api/account/invitation',
]

/** The headers of one response. A 401 has no rate-limit headers, because the user is unknown. */
export function headersOf(endpoint: Endpoint, status: number): Json {
  const names = [...always]
  if (endpoint.limit && status !== 401) names.push(...limits)
  if (endpoint.heavy && status < 400) names.push(...heavyLimits)
  if (status === 429 || status === 503) names.push('Retry-After')
  if (endpoint.limit === 'submits' && status === 201) names.push('Idempotent-Replayed')
  const isTagged = ['Files', 'Agent files'].includes(endpoint.chapter) || endpoint.also?.[304] !== undefined
  if (isTagged && status < 400) names.push('ETag')
  if (endpoint.chapter === 'Agent files' && status < 400) names.push('X-Content-Sha256')
  if (endpoint.path === '/api/mcp/svc_mcp.py' && status < 400) names.push('X-Client-Version')
  if (status === 206 || status === 416) names.push('Content-Range')
  if (status === 302) names.push('Location')
  const setsCookie = SETTING_COOKIES.includes(endpoint.path)
  if (setsCookie && endpoint.method !== 'GET' && status < 300) names.push('Set-Cookie')
  return refer(...names)
}
