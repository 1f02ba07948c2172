import { type RefusalCode, refusalCodes } from '../refusals.ts'
import type { Endpoint } from './endpoint.ts'

const byAuth = {
  open: [],
  key: ['unauthorized', 'key_inactive'],
  session: ['unauthorized', 'key_inactive'],
} as const satisfies Record<Endpoint['auth'], RefusalCode[]>

/** Every refusal of an endpoint: its own and those common to all endpoints. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const codes = new Set<RefusalCode>([...byAuth[endpoint.auth], ...(endpoint.refusals ?? [])])
  codes.add('invalid_request').add('internal_error').add('service_unavailable')
  if (endpoint.auth === 'session' && !endpoint.beforeFactor) codes.add('second_factor_missing')
  if (endpoint.asksAgain) codes.delete('key_inactive')
  if (endpoint.scope) codes.add('scope_missing')
  if (endpoint.admin) codes.add('not_found')
  if (endpoint.limit) codes.add('rate_limited')
  return refusalCodes.filter((code) => codes.has(code))
}
