import { randomBytes } from 'node:crypto'
import type { Scope, TokenAnswer, TokenBody } from '@atelier/contract'
import { digestOf } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { asClient, endConsent, lockConsent } from './end-consent.ts'
import { keepClient } from './find-client.ts'
import { issueTokens } from './issue-tokens.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { isTokenText, nextRefreshToken } from './token-text.ts'

/**
 * Hosts refresh in parallel with one token: for this long, and this often, it works again after it was
 * replaced. Bursts of 33 to 76 s were seen.
 */
const GRACE_SECONDS = 120
const LATE_USES_MAX = 10

type RefreshRow = {
  user_id: string
  key_id: string
  client_id: string
  scopes: Scope[]
  salt: Buffer | null
  late_uses: number
  expired: boolean
  late: boolean
}

/**
 * Exchanges a refresh token for the next one and an access token. Everybody who uses a token gets the same
 * successor, so a thief and the client cannot go on side by side: the first use of a replaced token after
 * the grace, or too many within it, ends the consent.
 */
export async function refreshTokens(db: Db, body: TokenBody): Promise<TokenAnswer> {
  const { refresh_token: text = '' } = body
  const digest = digestOf(text)
  const found = isTokenText('refresh', text) ? await readToken(db.lookup, digest) : undefined
  if (!found || found.client_id !== body.client_id) throw deadToken()
  const own = asClient(db, found.user_id, found.client_id)
  const tokens = await own.transaction((tx) => useToken(tx, text, digest, found))
  if (!tokens) throw deadToken()
  return tokens
}

/** Undefined: refused. Returned and not thrown, because the end of a consent has to be committed. */
async function useToken(
  tx: Tx,
  text: string,
  digest: Buffer,
  { key_id: keyId, user_id: userId, client_id: clientId, scopes }: RefreshRow,
): Promise<TokenAnswer | undefined> {
  if (!(await lockConsent(tx, keyId))) return undefined
  // Read once more: only now nobody else uses it.
  const token = await readToken(tx, digest)
  if (!token || token.expired) return undefined
  if (token.salt && (token.late || token.late_uses >= LATE_USES_MAX)) {
    await endConsent(tx, keyId)
    return undefined
  }
  const salt = token.salt ?? randomBytes(32)
  await tx.row(
    `update oauth_tokens set replaced_at = coalesce(replaced_at, clock_timestamp()), salt = $2,
       late_uses = late_uses + $3 where digest = $1`,
    [digest, salt, token.salt ? 1 : 0],
  )
  await keepClient(tx, clientId)
  return issueTokens(tx, { userId, keyId, scopes, refreshToken: nextRefreshToken(text, salt) })
}

const readToken = (db: Pick<Tx, 'row'>, digest: Buffer): Promise<RefreshRow | undefined> =>
  db.row<RefreshRow>(
    `select t.user_id, t.key_id, k.client_id, k.scopes, t.salt, t.late_uses,
       t.expires_at <= clock_timestamp() as expired,
       coalesce(t.replaced_at < clock_timestamp() - interval '${GRACE_SECONDS} seconds', false) as late
     from oauth_tokens t join api_keys k on k.id = t.key_id where t.digest = $1 and t.kind = 'refresh'`,
    [digest],
  )

/** One answer for everything that is wrong with a token. */
const deadToken = () =>
  oauthRefusal('invalid_grant', 'This refresh token does not work any more. Ask the owner to connect again.')
