import type { IncomingHttpHeaders } from 'node:http'
import { type Endpoint, modeParams, OWNER_PATH } from '@atelier/contract'
import { type LiveSession, resolveSession, sessionInMode } from '#access/identity'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { refuseOtherSites } from './refuse-other-sites.ts'
import { endpointNotFound } from './refuse-request.ts'
import { readToken } from './session-cookie.ts'

const SAFE_METHODS = ['GET', 'HEAD']

/** Who is logged in, by the cookie only: API keys are not accepted here. */
export async function authenticateSession(
  { db, config }: App,
  endpoint: Endpoint,
  { method, headers, params }: { method: string; headers: IncomingHttpHeaders; params: unknown },
): Promise<LiveSession> {
  const token = readToken(headers)
  if (!token)
    throw new Refusal(
      'unauthorized',
      'Log in first. This endpoint takes a dashboard session, not an API key.',
    )
  if (!SAFE_METHODS.includes(method)) refuseOtherSites(headers, config.publicUrl, endpoint)
  const result = await resolveSession(db.lookup, token)
  if (result === 'unknown') throw new Refusal('unauthorized', 'This session has ended. Log in again.')
  if (result === 'inactive') throw new Refusal('key_inactive', 'This user is suspended.')
  return endpoint.path.startsWith(OWNER_PATH) ? sessionInMode(result, readMode(params)) : result
}

function readMode(params: unknown): 'live' | 'test' {
  const parsed = modeParams.safeParse(params)
  if (!parsed.success) throw endpointNotFound()
  return parsed.data.mode
}
