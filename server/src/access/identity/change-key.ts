import type { Key, KeyChange } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'

/**
 * Changes what the fields name and leaves the rest. Only an active key of the user can be changed: a key that
 * has ended stays ended. It applies within 5 s.
 */
export async function changeKey(db: Rows, userId: string, keyId: string, change: KeyChange): Promise<Key> {
  const { name, dailyCreditLimit: daily, perJobCreditLimit: perJob } = change
  // As a Date, not as text: JavaScript accepts more offsets and years than Postgres.
  const expiresAt = change.expiresAt ? new Date(change.expiresAt) : null
  if (expiresAt && (expiresAt.getTime() <= Date.now() || expiresAt.getUTCFullYear() > 9998))
    throw new Refusal('invalid_request', 'expiresAt must be in the future and before the year 9999.', {
      field: 'expiresAt',
    })
  const row = await db.row<KeyRow>(
    `update api_keys set name = coalesce($3, name),
       daily_credit_limit = case when $4 then $5 else daily_credit_limit end,
       per_job_credit_limit = case when $6 then $7 else per_job_credit_limit end,
       expires_at = case when $8 then $9 else expires_at end
     where id = $1 and user_id = $2 and revoked_at is null
       and coalesce(expires_at > clock_timestamp(), true) returning ${KEY_COLUMNS}`,
    [
      keyId,
      userId,
      name ?? null,
      daily !== undefined,
      daily ?? null,
      perJob !== undefined,
      perJob ?? null,
      change.expiresAt !== undefined,
      expiresAt,
    ],
  )
  if (!row) throw new Refusal('not_found', 'You have no active key with this id.')
  return presentKey(row)
}
