import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@atelier/contract'
import { type LiveSession, resolveSession } from '#access/identity'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { refuseOtherSites } from './refuse-other-sites.ts'
import { readToken } from './session-cookie.ts'

const SAFE_METHODS = ['GET', 'HEAD']

/** Who is logged in, by the cookie only: API keys are not accepted here. */
export async function authenticateSession(
  { db, config }: App,
  { lines }: Endpoint,
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
): Promise<LiveSession> {
  const token = readToken(headers)
  if (!token)
    throw new Refusal(
      'unauthorized',
      'Log in first. This endpoint takes a dashboard session, not an API key.',
    )
  if (!SAFE_METHODS.includes(method)) refuseOtherSites(headers, config.publicUrl, lines)
  const result = await resolveSession(db.lookup, token)
  if (result === 'unknown') throw new Refusal('unauthorized', 'This session has ended. Log in again.')
  if (result === 'inactive') throw new Refusal('key_inactive', 'This user is suspended.')
  return result
}
