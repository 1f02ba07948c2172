import type { Owner } from '#access/identity'
import type { Tx } from '#platform/db'
import type { NewRecord } from './record-lexemes.ts'

/** From the commit on, the record is not found. */
export async function removeRecord(
  tx: Tx,
  owner: Owner,
  kind: NewRecord['kind'],
  ref: string,
): Promise<void> {
  await tx.rows(`delete from search_records where user_id = $1 and mode = $2 and kind = $3 and ref = $4`, [
    owner.userId,
    owner.mode,
    kind,
    ref,
  ])
}

/** Removes what can be found about a product: its history, patterns and CEPs. */
export async function removeRecordsOfProduct(tx: Tx, owner: Owner, productId: string): Promise<void> {
  await tx.rows(`delete from search_records where user_id = $1 and mode = $2 and product_id = $3`, [
    owner.userId,
    owner.mode,
    productId,
  ])
}

/** Removes the index of a user, with the words that it counted. */
export async function eraseSearch(tx: Tx, userId: string): Promise<void> {
  await tx.rows(`delete from search_records where user_id = $1`, [userId])
  await tx.rows(
    `delete from search_shares where owner_id in (select id from search_owners where user_id = $1)`,
    [userId],
  )
}
