import { type LiveSession, requireFreshPassword } from '#access/identity'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { inBase32, newSecret } from './one-time-code.ts'
import { sealSecret } from './seal-secret.ts'

const ISSUER = 'Atelier'

/**
 * Makes the secret of an authenticator, instead of one that was not confirmed. The log-in does not ask for
 * codes before one was confirmed. The count of tries stays, so that a new secret is no way around it.
 */
export async function startFactor(
  db: Rows,
  keys: readonly Buffer[],
  session: LiveSession,
): Promise<{ secret: string; uri: string }> {
  requireFreshPassword(session)
  if (keys.length === 0)
    throw new Refusal(
      'not_found',
      'A second factor is not available here: the operator has set no key for it.',
    )
  const { id, email } = session.user
  const secret = newSecret()
  const stored = await db.row(
    `insert into second_factors as known (user_id, sealed) values ($1, $2)
     on conflict (user_id) do update set sealed = excluded.sealed, last_step = 0
     where known.confirmed_at is null returning user_id`,
    [id, sealSecret(keys, id, secret)],
  )
  if (!stored) throw new Refusal('not_found', 'A second factor is on already. Switch it off first.')
  const text = inBase32(secret)
  const label = `${ISSUER}:${encodeURIComponent(email)}`
  return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=${ISSUER}` }
}
