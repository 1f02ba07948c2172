import { createHash, randomBytes } from 'node:crypto'
import type { ApiResponse } from '../../harness/driver/index.ts'
import type { Owner, Send, World } from './open-world.ts'

export const CALLBACK = 'https://client.example/callback'

export type Fields = Record<string, string | undefined>

/** A client that asks an owner: its id, and what it needs for the exchange. */
export type Flow = { world: World; owner: Owner; clientId: string; verifier: string; request: string }

export async function register(send: Send, metadata: object): Promise<ApiResponse> {
  return send('POST', '/oauth/register', { body: metadata })
}

/** Registers a client and lets it ask. `change`: other parameters, or none of a name. */
export async function openFlow(
  world: World,
  { metadata = {}, change = {} }: { metadata?: object; change?: Fields } = {},
): Promise<Flow> {
  const body = { client_name: 'Night agent', redirect_uris: [CALLBACK], ...metadata }
  const registered = await register(world.send(), body)
  if (registered.status !== 201) throw new Error(`a client was not registered: ${registered.text}`)
  return askOwner(world, registered.body.client_id, change)
}

/** The same for a client that is known already. */
export async function askOwner(world: World, clientId: string, change: Fields = {}): Promise<Flow> {
  const verifier = randomBytes(32).toString('base64url')
  const request = write({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${world.baseUrl}/mcp`,
    state: 'a state',
    ...change,
  })
  return { world, owner: await world.owner(), clientId, verifier, request }
}

const write = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()

export const review = ({ owner, request }: Flow): Promise<ApiResponse> =>
  owner.send('POST', '/api/account/consents/review', { body: { request } })

/** What the owner sends to allow or refuse it, and where the browser is sent. */
export async function decide({ owner, request }: Flow, choice: object = {}) {
  const body = { request, decision: 'allow', ...choice }
  const answer = await owner.send('POST', '/api/account/consents', { body })
  const sentTo = answer.status === 201 ? new URL(answer.body.redirectTo) : undefined
  return { ...answer, sentTo, code: sentTo?.searchParams.get('code') ?? '' }
}

const sendEncoded = (world: World, path: string, fields: Fields): Promise<ApiResponse> =>
  world.send()('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    text: write(fields),
  })

export const exchange = ({ world, clientId, verifier }: Flow, code: string, change: Fields = {}) =>
  sendEncoded(world, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    ...change,
  })

export const refresh = ({ world, clientId }: Flow, refreshToken: string, change: Fields = {}) =>
  sendEncoded(world, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...change,
  })

/** A client that was allowed something, with its first tokens. */
export async function openConsent(world: World, choice: object = {}) {
  const flow = await openFlow(world)
  const { code, body } = await decide(flow, choice)
  const { body: tokens } = await exchange(flow, code)
  if (!tokens?.access_token) throw new Error('a code was not exchanged')
  return {
    ...flow,
    code,
    keyId: body.key.id as string,
    access: tokens.access_token as string,
    refreshToken: tokens.refresh_token as string,
  }
}

/** Whether a bearer opens `/mcp`. */
export async function opens(world: World, bearer: string): Promise<boolean> {
  const answer = await askMcp(world, bearer)
  if (![200, 401].includes(answer.status))
    throw new Error(`/mcp was answered ${answer.status}: ${answer.text}`)
  return answer.status === 200
}

export const askMcp = (world: World, bearer: string | undefined, path = '/mcp'): Promise<ApiResponse> =>
  world.send()('POST', path, {
    headers: {
      accept: 'application/json, text/event-stream',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'probe', version: '1' },
      },
    },
  })

/** Moves a timestamp of a code or token into the past. */
export const age = ({ db }: World, table: 'oauth_codes' | 'oauth_tokens', text: string, change: string) =>
  db.query(`update ${table} set ${change} where digest = sha256($1::text::bytea)`, [text])
