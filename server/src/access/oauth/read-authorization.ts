import { type Scope, scopes } from '@atelier/contract'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import type { Client } from './client.ts'
import { findClient } from './find-client.ts'
import { resourceOf } from './oauth-metadata.ts'
import type { OauthError } from './oauth-refusal.ts'
import { addAnswer, isRedirectOf, type Redirect, readRedirect } from './redirect-uri.ts'

/** What a client asks for, checked. */
export type Authorization = {
  client: Client
  redirectUri: string
  redirect: Redirect
  challenge: string
  scopes: Scope[]
  state: string | undefined
}

/** A SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/

/**
 * Reads the query of the page on which an owner allows a client something. As long as the client and its
 * address are not known to belong together, the browser stays here. What is wrong beyond that is told to the
 * client: the refusal has its address in `redirectTo`, and the owner decides whether to go there.
 */
export async function readAuthorization(
  app: Pick<App, 'db' | 'fetcher' | 'config'>,
  userId: string,
  request: string,
): Promise<Authorization> {
  const fields = readQuery(request)
  const client = await findClient(app, userId, fields.get('client_id') ?? '')
  if (!client) throw wrongField('client_id', 'This client is not known here, or its document cannot be read.')
  const redirectUri = fields.get('redirect_uri') ?? ''
  const redirect = readRedirect(redirectUri)
  if (!redirect || !isRedirectOf(client.redirectUris, redirectUri))
    throw wrongField('redirect_uri', 'This client has not named the address that the answer would go to.')
  const { publicUrl } = app.config
  const state = fields.get('state')
  const wrong = findProblem(fields, resourceOf(publicUrl))
  if (wrong) {
    const [error, field, sentence] = wrong
    const redirectTo = answerClient(publicUrl, { redirectUri, state }, { error, error_description: sentence })
    throw new Refusal('invalid_request', sentence, { field, redirectTo })
  }
  const challenge = fields.get('code_challenge') ?? ''
  return { client, redirectUri, redirect, challenge, scopes: readScopes(fields.get('scope')), state }
}

/** Every answer names its issuer, so that a client of several servers does not mix them up (RFC 9207). */
export const answerClient = (
  publicUrl: string,
  { redirectUri, state }: Pick<Authorization, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string => addAnswer(redirectUri, { ...answer, state, iss: publicUrl })

type Fields = Map<string, string>

/** Each parameter once: of two, a client and we might use different ones. */
function readQuery(request: string): Fields {
  const fields: Fields = new Map()
  for (const [name, value] of new URLSearchParams(request)) {
    if (fields.has(name)) throw wrongField('request', 'The request has a parameter twice.')
    fields.set(name, value)
  }
  return fields
}

function findProblem(fields: Fields, resource: string): [OauthError, string, string] | undefined {
  if (fields.get('response_type') !== 'code')
    return ['unsupported_response_type', 'response_type', 'response_type must be code.']
  if (fields.get('code_challenge_method') !== 'S256')
    return ['invalid_request', 'code_challenge_method', 'code_challenge_method must be S256.']
  if (!CHALLENGE.test(fields.get('code_challenge') ?? ''))
    return ['invalid_request', 'code_challenge', 'code_challenge must be a SHA-256 in base64url.']
  if (!isResource(fields.get('resource'), resource))
    return ['invalid_target', 'resource', `resource must be ${resource}.`]
  return undefined
}

/** Two spellings of one address, such as another case of the host, are the same resource. */
export const isResource = (given: string | undefined, resource: string): boolean =>
  given !== undefined && URL.parse(given)?.href === new URL(resource).href

/** Those that we know. A client that names none of them leaves the choice to the owner. */
function readScopes(text = ''): Scope[] {
  const named = text.split(' ')
  const known = scopes.filter((scope) => named.includes(scope))
  return known.length > 0 ? known : [...scopes]
}

const wrongField = (field: string, sentence: string) => new Refusal('invalid_request', sentence, { field })
