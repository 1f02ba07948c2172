import type { Tx } from '#platform/db'

/** Deletes CEPs and empties their texts, also of those that were deleted before. Returns their ids. */
async function erase(tx: Tx, condition: string, value: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `with gone as (
       update ceps set status = 'deleted', deleted_at = coalesce(deleted_at, clock_timestamp()),
         cep_text = '', pain_point = null, angle = null, notes = null,
         keywords = '{}'
       where ${condition} returning id, coalesce(product_id, topic_id) as target_id),
     freed as (
       update cep_counts set active = 0 where target_id in (select target_id from gone))
     select id from gone`,
    [value],
  )
  return rows.map(({ id }) => id)
}

export const eraseCepsOfProduct = (tx: Tx, productId: string): Promise<string[]> =>
  erase(tx, 'product_id = $1', productId)

/** All CEPs and topics of a user. */
export async function eraseCepsOfUser(tx: Tx, userId: string): Promise<void> {
  await erase(tx, `user_id = $1 and (status = 'active' or cep_text <> '')`, userId)
  await tx.row(
    `update topics set name = '', description = null
     where user_id = $1 and (name <> '' or description is not null)`,
    [userId],
  )
}
