import { createHash, randomBytes } from 'node:crypto'
import type { RegisteredClient } from '@atelier/contract'
import { registerClient } from '../../src/access/oauth/index.ts'
import { openSession, type Visitor } from '../open-session.ts'
import type { SharedSystem } from '../use-shared-system.ts'

const CALLBACK = 'https://client.example/callback'

export type Flow = {
  visitor: Visitor
  client: RegisteredClient
  verifier: string
  /** The query of the page on which the owner decides. */
  request: string
}

/** A client that registered itself, as it begins to ask an owner. `change`: other parameters, or none. */
export async function openFlow(
  { db, baseUrl }: SharedSystem,
  change: Record<string, string | undefined> = {},
): Promise<Flow> {
  const visitor = await openSession(db)
  const metadata = { client_name: 'Night agent', redirect_uris: [CALLBACK] }
  const client = await registerClient(db, randomBytes(8).toString('hex'), metadata)
  const verifier = randomBytes(32).toString('base64url')
  const wanted = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${baseUrl}/mcp`,
    state: 'a state of the client',
    ...change,
  }
  const given = Object.entries(wanted).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return { visitor, client, verifier, request: new URLSearchParams(given).toString() }
}

/** The owner allows it; `choice`: with other scopes, limits or mode. */
export async function allow({ call }: SharedSystem, { visitor, request }: Flow, choice: object = {}) {
  const body = { request, decision: 'allow', ...choice }
  const answer = await call('POST', '/api/account/consents', { headers: visitor.headers, body })
  const sentTo = answer.status === 201 ? new URL(answer.body.redirectTo) : undefined
  return { ...answer, sentTo, code: sentTo?.searchParams.get('code') ?? '' }
}

/** Sends an urlencoded body, as clients of OAuth do. */
export const sendEncoded = ({ call }: SharedSystem, path: string, fields: Record<string, string>) =>
  call('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

export const exchange = (system: SharedSystem, { client, verifier }: Flow, code: string, change = {}) =>
  sendEncoded(system, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    ...change,
  })

export const refresh = (system: SharedSystem, { client }: Flow, refreshToken: string, change = {}) =>
  sendEncoded(system, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.client_id,
    refresh_token: refreshToken,
    ...change,
  })

/** A client that an owner has allowed something, with its first tokens. */
export async function openConsent(system: SharedSystem, choice: object = {}) {
  const flow = await openFlow(system)
  const { code, body } = await allow(system, flow, choice)
  const tokens = (await exchange(system, flow, code)).body
  return { ...flow, code, key: body.key, access: tokens.access_token, refreshToken: tokens.refresh_token }
}
