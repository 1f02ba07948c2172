import type { Scope, TokenAnswer } from '@atelier/contract'
import { digestOf } from '#access/identity'
import type { Tx } from '#platform/db'
import { newTokenText } from './token-text.ts'

const ACCESS_SECONDS = 3_600
/** Since the last refresh. After that the client is forgotten. */
const REFRESH_SECONDS = 60 * 86_400

type Consent = { userId: string; keyId: string; scopes: Scope[]; refreshToken: string }

/** A new access token, and this refresh token, which may exist already. */
export async function issueTokens(
  tx: Tx,
  { userId, keyId, scopes, refreshToken }: Consent,
): Promise<TokenAnswer> {
  const accessToken = newTokenText('access')
  const insert = (text: string, kind: 'access' | 'refresh', seconds: number) =>
    tx.row(
      `insert into oauth_tokens (digest, user_id, key_id, kind, expires_at)
       values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 s') on conflict (digest) do nothing`,
      [digestOf(text), userId, keyId, kind, seconds],
    )
  await insert(accessToken, 'access', ACCESS_SECONDS)
  await insert(refreshToken, 'refresh', REFRESH_SECONDS)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }
}
