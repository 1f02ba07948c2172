import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** A product whose conclusions are behind, and how far the whole memory had come when it was looked at. */
export type StaleShelf = {
  productId: string
  revision: number
  /** Whether a report has come in since, and not only a new day. */
  isNews: boolean
  memoryRevision: number
}

/** What a shelf remembers of its conclusion. `leanedOn` is set where other shelves had a say in it. */
export type ShelfConclusion = { leanedOn: number | null; baselines: unknown[] }

/**
 * The shelves that a report or a new day has left behind, and those that leaned on another shelf which has
 * changed since; what was reported comes first. One look at a handful of rows, so every read can afford it.
 */
export const listStaleShelves = (db: Rows, owner: Owner): Promise<StaleShelf[]> =>
  db.rows<StaleShelf>(
    `select product_id as "productId", revision, revision <> concluded_revision as "isNews",
       memory_revision as "memoryRevision"
     from (
       select s.*, (sum(s.revision) over ())::bigint as memory_revision
       from memories m join shelves s on s.memory_id = m.id where m.user_id = $1 and m.mode = $2
     ) shelf
     where revision <> concluded_revision
       or concluded_on is distinct from (clock_timestamp() at time zone 'utc')::date
       or (baseline ->> 'leanedOn')::bigint <> memory_revision
     order by revision = concluded_revision, product_id`,
    [owner.userId, owner.mode],
  )

/** What the shelves remember of their last conclusion: that of one product, or all. */
export async function listConclusions(
  db: Rows,
  owner: Owner,
  productId?: string,
): Promise<ShelfConclusion[]> {
  const ofProduct = productId === undefined ? '' : 'and product_id = $3'
  const rows = await db.rows<{ baseline: ShelfConclusion }>(
    `select baseline from shelves
     where memory_id = (select id from memories where user_id = $1 and mode = $2)
       and baseline is not null ${ofProduct}
     order by product_id`,
    [owner.userId, owner.mode, ...(productId === undefined ? [] : [productId])],
  )
  return rows.map(({ baseline }) => baseline)
}
