import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Endpoint, modeParams, OWNER_PATH } from '@atelier/contract'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#access/audit'
import { requireFactor } from '#access/factors'
import { type LiveSession, type LookUpGuard, resolveSession, sessionInMode } from '#access/identity'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { refuseOtherSites } from './refuse-other-sites.ts'
import { endpointNotFound } from './refuse-request.ts'
import { readToken } from './session-cookie.ts'

/** Who the audit names for changes in this session. */
export const actorOf = ({ user }: LiveSession): Actor => ({ kind: 'session', id: user.id })

const SAFE_METHODS = ['GET', 'HEAD']

/** Tokens that led to a session when they were last looked up. They are never held up by unknown ones. */
const KNOWN_MAX = 50_000

export type SessionAuthenticator = (
  endpoint: Endpoint,
  request: { method: string; headers: IncomingHttpHeaders; params: unknown },
  guard: LookUpGuard,
) => Promise<LiveSession>

/**
 * Says who is logged in, by the cookie only: API keys are not accepted here. Every request looks its session
 * up, so that one that was ended is refused at once. The guard may refuse to look up a token that is new.
 */
export function newSessionAuthenticator(app: App): SessionAuthenticator {
  const { db, config } = app
  const known = new LRUCache<string, true>({ max: KNOWN_MAX })
  const lookUp = async (token: string, guard: LookUpGuard) => {
    const name = hash('sha256', token)
    const isNew = !known.has(name)
    if (isNew) guard.begin()
    const found = await resolveSession(db.lookup, token).catch((error) => {
      if (isNew) guard.giveBack()
      throw error
    })
    if (found === 'unknown') {
      known.delete(name)
      return found
    }
    known.set(name, true)
    if (isNew) guard.giveBack()
    return found
  }
  return async (endpoint, { method, headers, params }, guard) => {
    const token = readToken(headers)
    if (!token)
      throw new Refusal(
        'unauthorized',
        'Log in first. This endpoint takes a dashboard session, not an API key.',
      )
    if (!SAFE_METHODS.includes(method)) refuseOtherSites(headers, config.publicUrl, endpoint)
    const result = await lookUp(token, guard)
    if (result === 'unknown') throw new Refusal('unauthorized', 'This session has ended. Log in again.')
    if (result === 'inactive') throw new Refusal('key_inactive', 'This user is suspended.')
    if (!endpoint.beforeFactor) await requireFactor(app, result)
    return endpoint.path.startsWith(OWNER_PATH) ? sessionInMode(result, readMode(params)) : result
  }
}

function readMode(params: unknown): 'live' | 'test' {
  const parsed = modeParams.safeParse(params)
  if (!parsed.success) throw endpointNotFound()
  return parsed.data.mode
}
