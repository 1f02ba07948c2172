import type { Tier } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** How many ads of an owner stand in a tier now. */
export async function countTiers(db: Rows, owner: Owner): Promise<Partial<Record<Tier, number>>> {
  const rows = await db.rows<{ tier: Tier; ads: number }>(
    `select tier, count(distinct ad_id)::int as ads from series
     where memory_id = (select id from memories where user_id = $1 and mode = $2)
       and superseded_by is null and tier is not null group by tier`,
    [owner.userId, owner.mode],
  )
  return Object.fromEntries(rows.map(({ tier, ads }) => [tier, ads]))
}
