import type { FactorState } from '@atelier/contract'
import type { Rows } from '#platform/db'

export const factorIsOff: FactorState = { on: false, since: null, recoveryCodesLeft: 0 }

export async function readFactor(db: Rows, userId: string): Promise<FactorState> {
  const row = await db.row<{ confirmed_at: Date; left: number }>(
    `select confirmed_at, (select count(*)::int from recovery_codes c
       where c.user_id = f.user_id and c.used_at is null) as left
     from second_factors f where user_id = $1 and confirmed_at is not null`,
    [userId],
  )
  return row ? { on: true, since: row.confirmed_at.toISOString(), recoveryCodesLeft: row.left } : factorIsOff
}
