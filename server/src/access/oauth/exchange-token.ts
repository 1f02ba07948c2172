import { type TokenAnswer, TokenBody } from '@atelier/contract'
import type { App } from '#platform/app'
import { exchangeCode } from './exchange-code.ts'
import { resourceOf } from './oauth-metadata.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { isResource } from './read-authorization.ts'
import { refreshTokens } from './refresh-tokens.ts'

/** In a minute. Hosts in the network of one vendor refresh for all their users: 18,000 of them an hour. */
export const TOKEN_REQUESTS = { name: 'token requests of a network', perNetwork: 300 }

/** Answers the token endpoint: a code or a refresh token for tokens that open `/mcp`. */
export async function exchangeToken(
  { db, config }: App,
  fields: Record<string, string>,
): Promise<TokenAnswer> {
  const parsed = TokenBody.safeParse(fields)
  if (!parsed.success) {
    const [field] = parsed.error.issues[0]?.path ?? []
    // Some hosts register again after this answer, and after no other.
    if (field === 'client_id') throw oauthRefusal('invalid_client', 'Send client_id.')
    throw oauthRefusal('invalid_request', `${String(field)} is missing or not valid.`)
  }
  const body = parsed.data
  const resource = resourceOf(config.publicUrl)
  if (body.resource !== undefined && !isResource(body.resource, resource))
    throw oauthRefusal('invalid_target', `resource must be ${resource}.`)
  return body.grant_type === 'refresh_token' ? refreshTokens(db, body) : exchangeCode(db, body)
}
