import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Scope } from '@atelier/contract'
import type { Caller, CallerResolver, LookUpGuard } from '#access/identity'
import { Refusal } from '#platform/refusal'

const INACTIVE = 'This API key is revoked or expired, or its user is suspended.'

/** Whose key it is, in either header. A key in the URL is never read: URLs end up in logs. */
export async function authenticate(
  resolveCaller: CallerResolver,
  headers: IncomingHttpHeaders,
  { asksAgain }: Pick<Endpoint, 'asksAgain'>,
  guard: LookUpGuard,
): Promise<Caller> {
  const result = await resolveCaller(readKey(headers), guard)
  if (result === 'unknown') throw unauthorized('This API key is not valid.')
  if (result === 'inactive') throw asksAgain ? unauthorized(INACTIVE) : new Refusal('key_inactive', INACTIVE)
  return result
}

export function requireScope({ scopes }: Caller, scope: Scope | undefined): void {
  if (!scope || scopes.includes(scope)) return
  throw new Refusal('scope_missing', `This API key lacks the scope ${scope}.`, { scope })
}

function readKey(headers: IncomingHttpHeaders): string {
  const header = headers['x-api-key']
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const sent = new Set([header, bearer].flat().filter((text) => text !== undefined && text !== ''))
  const [key] = sent
  if (!key) throw unauthorized('Send your API key as x-api-key or as Authorization: Bearer.')
  if (sent.size > 1) throw unauthorized('Two different API keys were sent. Send one.')
  return key
}

const unauthorized = (message: string) =>
  new Refusal('unauthorized', message, {}, { 'www-authenticate': 'Bearer' })
