import { scopes as everyScope, KEYS_PER_USER, type Key, type KeyBody } from '@atelier/contract'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'
import { digestOf, displayPrefixOf, newKeyText } from './key-text.ts'

export type KeyRequest = Pick<KeyBody, 'name'> & Partial<KeyBody>

/** The secret is returned only here; the database stores its digest. */
export async function createKey(
  db: Db,
  userId: string,
  request: KeyRequest,
): Promise<{ key: Key; secret: string }> {
  const { name, scopes = [...everyScope], mode = 'live' } = request
  const { dailyCreditLimit = null, perJobCreditLimit = null, testMix = null } = request
  if (testMix && mode === 'live') throw mixedLive()
  // As a Date, not as text: JavaScript accepts more offsets and years than Postgres.
  const expiresAt = request.expiresAt ? new Date(request.expiresAt) : null
  const secret = newKeyText()
  return db.transaction(async (tx) => {
    await requireFreeKey(tx, userId, expiresAt)
    const row = await tx.row<KeyRow>(
      `insert into api_keys (id, user_id, name, prefix, scopes, mode, expires_at, daily_credit_limit,
         per_job_credit_limit, test_mix) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb)
       returning ${KEY_COLUMNS}`,
      [
        newId('key'),
        userId,
        name,
        displayPrefixOf(secret),
        scopes,
        mode,
        expiresAt,
        dailyCreditLimit,
        perJobCreditLimit,
        testMix && JSON.stringify(testMix),
      ],
    )
    const key = presentKey(row as KeyRow)
    await tx.row(`insert into key_secrets (digest, key_id) values ($1, $2)`, [digestOf(secret), key.id])
    return { key, secret }
  })
}

const mixedLive = () =>
  new Refusal('invalid_request', 'testMix is for keys with mode "test". The jobs of a live key are real.', {
    field: 'testMix',
  })

/** Locks the user's row, so that concurrent requests count each other's keys. */
async function requireFreeKey(tx: Tx, userId: string, expiresAt: Date | null): Promise<void> {
  // Responses promise years of four digits.
  const user = await tx.row<{ is_valid: boolean }>(
    `select
       coalesce($2::timestamptz > clock_timestamp() and $2::timestamptz < '9999-12-31Z', true) as is_valid
     from users where id = $1 for no key update`,
    [userId, expiresAt],
  )
  if (!user) throw new Error(`there is no user ${userId}`)
  if (!user.is_valid) {
    throw new Refusal('invalid_request', 'expiresAt must be in the future and before the year 9999.', {
      field: 'expiresAt',
    })
  }
  const counted = await tx.row<{ active: number }>(
    `select count(*) as active from api_keys
     where user_id = $1 and client_id is null and revoked_at is null
       and coalesce(expires_at > clock_timestamp(), true)`,
    [userId],
  )
  if ((counted?.active ?? 0) < KEYS_PER_USER) return
  const message = `The limit of ${KEYS_PER_USER} active keys is reached. Revoke one first.`
  throw new Refusal('key_limit_reached', message)
}
