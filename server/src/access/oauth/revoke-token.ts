import { RevocationBody } from '@atelier/contract'
import { digestOf } from '#access/identity'
import type { Db } from '#platform/db'
import { asClient, endConsent } from './end-consent.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { isTokenText } from './token-text.ts'

/** Ends the consent that a token belongs to, for a client that logs out. An unknown token changes nothing. */
export async function revokeToken(db: Db, fields: Record<string, string>): Promise<void> {
  const parsed = RevocationBody.safeParse(fields)
  if (!parsed.success) throw oauthRefusal('invalid_request', 'Send the token to revoke.')
  const text = parsed.data.token
  if (!isTokenText('access', text) && !isTokenText('refresh', text)) return
  const row = await db.lookup.row<{ user_id: string; key_id: string; client_id: string }>(
    `select t.user_id, t.key_id, k.client_id from oauth_tokens t join api_keys k on k.id = t.key_id
     where t.digest = $1`,
    [digestOf(text)],
  )
  if (!row) return
  await asClient(db, row.user_id, row.client_id).transaction((tx) => endConsent(tx, row.key_id))
}
