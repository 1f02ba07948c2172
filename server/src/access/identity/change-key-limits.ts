import type { Key } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { KEY_COLUMNS, type KeyRow, presentKey } from './key-row.ts'

/** null removes a limit; undefined leaves it as it is. */
export type KeyLimits = { daily?: number | null; perJob?: number | null }

/** Changes the credit limits of a key that is not revoked. They apply within 5 s. */
export async function changeKeyLimits(
  db: Rows,
  keyId: string,
  { daily, perJob }: KeyLimits,
): Promise<Key | undefined> {
  const row = await db.row<KeyRow>(
    `update api_keys set
       daily_credit_limit = case when $2 then $3 else daily_credit_limit end,
       per_job_credit_limit = case when $4 then $5 else per_job_credit_limit end
     where id = $1 and revoked_at is null returning ${KEY_COLUMNS}`,
    [keyId, daily !== undefined, daily ?? null, perJob !== undefined, perJob ?? null],
  )
  return row && presentKey(row)
}
