import type { Tx } from '#platform/db'

/**
 * Erases the memories of a user: its rows and claims are deleted, and of its ads and series only ids and sums
 * stay. Returns false when a call did not reach the end.
 */
export async function eraseMemories(tx: Tx, userId: string, limit: number): Promise<boolean> {
  const own = `memory_id in (select id from memories where user_id = $1)`
  for (const table of ['claims', 'observations'])
    if ((await deleteSome(tx, table, own, [userId, limit])) === limit) return false
  await tx.rows(`delete from product_conclusions where ${own}`, [userId])
  await tx.rows(
    `update ads set product_name = null, campaign_name = null, platform_campaign_id = null, cep_text = null,
       angle = null, character_name = null, hook = null, prompt = null, platform_ad_id = 'erased-' || id
     where ${own} and platform_ad_id is distinct from 'erased-' || id`,
    [userId],
  )
  await tx.rows(
    `update series set source = 'erased', funnel = null, funnel_standing = null, lift_test = null
     where ${own} and source <> 'erased'`,
    [userId],
  )
  await tx.rows(`update memories set thresholds = '{}' where user_id = $1 and thresholds <> '{}'`, [userId])
  return true
}

async function deleteSome(tx: Tx, table: string, own: string, values: [string, number]): Promise<number> {
  const rows = await tx.rows(
    `delete from ${table} where id in (select id from ${table} where ${own} limit $2) returning id`,
    values,
  )
  return rows.length
}
