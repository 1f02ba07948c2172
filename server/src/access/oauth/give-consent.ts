import type { ConsentBody, Key } from '@atelier/contract'
import { digestOf, KEY_COLUMNS, type KeyRow, presentKey } from '#access/identity'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { CONSENT_DAYS } from './end-consent.ts'
import { keepClient } from './find-client.ts'
import { type Authorization, answerClient, readAuthorization } from './read-authorization.ts'
import { hostOfRedirect } from './redirect-uri.ts'
import { ACCESS_PREFIX, newTokenText } from './token-text.ts'

/** Of one user. A host that logs in again every hour must not fill the list: see CONSENTS_PER_CLIENT. */
const CONSENTS_PER_USER = 100
/** Beyond it the one that was not used the longest ends: several computers may have the same client. */
const CONSENTS_PER_CLIENT = 10
const CODE_SECONDS = 60

type Given = { key: Key | null; redirectTo: string; clientName: string }

/**
 * Allows or refuses what a client asks for. Nothing is remembered for the next time: each consent is one
 * click of an owner who saw the client (the confused deputy of the MCP specification).
 */
export async function giveConsent(app: App, userId: string, body: ConsentBody): Promise<Given> {
  const { publicUrl } = app.config
  const asked = await readAuthorization(app, userId, body.request)
  const clientName = asked.client.name
  if (body.decision === 'refuse') {
    const redirectTo = answerClient(publicUrl, asked, { error: 'access_denied' })
    return { key: null, redirectTo, clientName }
  }
  if (!body.scopes.every((scope) => asked.scopes.includes(scope)))
    throw new Refusal('invalid_request', 'scopes must be among those that the client asks for.', {
      field: 'scopes',
    })
  const code = newTokenText('code')
  const key = await app.db.transaction((tx) => insertConsent(tx, { userId, asked, body, code }))
  return { key, redirectTo: answerClient(publicUrl, asked, { code }), clientName }
}

type NewConsent = { userId: string; asked: Authorization; body: ConsentBody; code: string }

async function insertConsent(tx: Tx, { userId, asked, body, code }: NewConsent): Promise<Key> {
  const { client, redirect, redirectUri, challenge } = asked
  await makeRoom(tx, userId, client.id)
  const row = await tx.row<KeyRow>(
    `insert into api_keys (id, user_id, name, prefix, scopes, mode, daily_credit_limit, per_job_credit_limit,
       client_id, client_host, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + $11 * interval '1 day')
     returning ${KEY_COLUMNS}`,
    [
      newId('key'),
      userId,
      client.name,
      ACCESS_PREFIX,
      body.scopes,
      body.mode,
      body.dailyCreditLimit,
      body.perJobCreditLimit,
      client.id,
      hostOfRedirect(redirect),
      CONSENT_DAYS,
    ],
  )
  const key = presentKey(row as KeyRow)
  await tx.row(
    `insert into oauth_codes (digest, user_id, key_id, redirect_uri, challenge, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 s')`,
    [digestOf(code), userId, key.id, redirectUri, challenge, CODE_SECONDS],
  )
  await keepClient(tx, client.id)
  return key
}

/** Locks the user's row, so that concurrent requests count each other's consents. */
async function makeRoom(tx: Tx, userId: string, clientId: string): Promise<void> {
  await tx.row(`select id from users where id = $1 for no key update`, [userId])
  await tx.rows(
    `update api_keys set revoked_at = clock_timestamp() where id in (
       select id from api_keys where user_id = $1 and client_id = $2 and revoked_at is null
       order by coalesce(last_used_at, created_at) desc, id desc offset ${CONSENTS_PER_CLIENT - 1})`,
    [userId, clientId],
  )
  const counted = await tx.row<{ active: number }>(
    `select count(*) as active from api_keys where user_id = $1 and client_id is not null
       and revoked_at is null`,
    [userId],
  )
  if ((counted?.active ?? 0) < CONSENTS_PER_USER) return
  const message = `The limit of ${CONSENTS_PER_USER} connected clients is reached. Revoke one first.`
  throw new Refusal('key_limit_reached', message)
}
