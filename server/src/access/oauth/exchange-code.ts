import { createHash } from 'node:crypto'
import type { Scope, TokenAnswer, TokenBody } from '@atelier/contract'
import { digestOf } from '#access/identity'
import type { Db, Tx } from '#platform/db'
import { asClient, endConsent, lockConsent } from './end-consent.ts'
import { issueTokens } from './issue-tokens.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { isTokenText, newTokenText } from './token-text.ts'

type CodeRow = {
  user_id: string
  key_id: string
  client_id: string
  scopes: Scope[]
  redirect_uri: string
  challenge: string
  used: boolean
  expired: boolean
}

/**
 * Exchanges a code for the first tokens of a consent. A code that is used a second time was stolen, by who
 * used it first or by who does so now: the consent ends, and with it every token of both.
 */
export async function exchangeCode(db: Db, body: TokenBody): Promise<TokenAnswer> {
  const { code = '' } = body
  const digest = digestOf(code)
  const found = isTokenText('code', code) ? await readCode(db.lookup, digest) : undefined
  // The code of another client tells it nothing, and does not use the code up.
  if (!found || found.client_id !== body.client_id) throw deadCode()
  const own = asClient(db, found.user_id, found.client_id)
  const tokens = await own.transaction((tx) => useCode(tx, digest, found, body))
  if (!tokens) throw deadCode()
  return tokens
}

/** Undefined: refused. Returned and not thrown, because the end of a consent has to be committed. */
async function useCode(
  tx: Tx,
  digest: Buffer,
  found: CodeRow,
  body: TokenBody,
): Promise<TokenAnswer | undefined> {
  const { key_id: keyId, user_id: userId, scopes } = found
  if (!(await lockConsent(tx, keyId))) return undefined
  // Read once more: only now nobody else uses it.
  const code = await readCode(tx, digest)
  if (!code || code.expired) return undefined
  if (code.used) {
    await endConsent(tx, keyId)
    return undefined
  }
  if (code.redirect_uri !== body.redirect_uri || !answersChallenge(body.code_verifier, code.challenge))
    return undefined
  await tx.row(`update oauth_codes set used_at = clock_timestamp() where digest = $1`, [digest])
  return issueTokens(tx, { userId, keyId, scopes, refreshToken: newTokenText('refresh') })
}

const readCode = (db: Pick<Tx, 'row'>, digest: Buffer): Promise<CodeRow | undefined> =>
  db.row<CodeRow>(
    `select c.user_id, c.key_id, k.client_id, k.scopes, c.redirect_uri, c.challenge,
       c.used_at is not null as used, c.used_at is null and c.expires_at <= clock_timestamp() as expired
     from oauth_codes c join api_keys k on k.id = c.key_id where c.digest = $1`,
    [digest],
  )

const answersChallenge = (verifier: string | undefined, challenge: string): boolean =>
  verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge

/** One answer for everything that is wrong with a code. */
const deadCode = () =>
  oauthRefusal(
    'invalid_grant',
    'This code does not work: it was used, is too old, or is not for this request.',
  )
