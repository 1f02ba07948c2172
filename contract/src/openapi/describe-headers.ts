import type { Endpoint } from '../endpoints/index.ts'
import type { Json } from './schema-of.ts'

const text = (description: string): Json => ({ description, schema: { type: 'string' } })
const count = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })

export const headers: Record<string, Json> = {
  'X-Request-Id': text('Names this request; tell it to us when something is wrong'),
  'X-Api-Version': text('The version of this interface'),
  'X-RateLimit-Limit': count('Requests of this class in any 60 seconds'),
  'X-RateLimit-Remaining': count('How many are left after this one'),
  'X-RateLimit-Reset': count('When the oldest counted request leaves the window, in epoch milliseconds'),
  'Retry-After': count('Seconds to wait before the same request is sent again'),
  'Idempotent-Replayed': text('`true` when an earlier job was told again and nothing was charged'),
  ETag: text('Names these very bytes'),
  'X-Content-Sha256': text('The SHA-256 of the whole file, in hexadecimal'),
  'X-Client-Version': text('The version of the client'),
  'Content-Range': text('Which part of how many bytes'),
  Location: text('Where the file is'),
  'Set-Cookie': text('The cookie of the session: `__Host-sid`'),
}

const refer = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const always = ['X-Request-Id', 'X-Api-Version']
const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The headers of one answer of an endpoint. Who is not let in has no minute that could be told. */
export function headersOf(endpoint: Endpoint, status: number): Json {
  const names = [...always]
  if (endpoint.limit && status !== 401) names.push(...limits)
  if (status === 429 || status === 503) names.push('Retry-After')
  if (endpoint.limit === 'submits' && status === 201) names.push('Idempotent-Replayed')
  if (['Files', 'Kit'].includes(endpoint.chapter) && status < 400) names.push('ETag')
  if (endpoint.chapter === 'Kit' && status < 400) names.push('X-Content-Sha256')
  if (endpoint.path === '/api/mcp/svc_mcp.py' && status < 400) names.push('X-Client-Version')
  if (status === 206 || status === 416) names.push('Content-Range')
  if (status === 302) names.push('Location')
  if (endpoint.path === '/api/account/session' && endpoint.method !== 'GET' && status < 300)
    names.push('Set-Cookie')
  return refer(...names)
}
