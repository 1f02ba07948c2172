import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** A product whose conclusions are behind, and how far the whole memory had come when it was looked at. */
export type StaleProduct = {
  productId: string
  revision: number
  /** Whether a report has come in since, and not only a new day. */
  hasNewReports: boolean
  memoryRevision: number
}

/** The stored conclusions of a product. `leanedOn` is set when other products influenced them. */
export type ProductConclusions = { leanedOn: number | null; baselines: unknown[] }

/**
 * The products that a report or a new day has left behind, and those that leaned on another product which has
 * changed since; what was reported comes first. One look at a handful of rows, so every read can afford it.
 */
export const listStaleProducts = (db: Rows, owner: Owner): Promise<StaleProduct[]> =>
  db.rows<StaleProduct>(
    `select product_id as "productId", revision, revision <> concluded_revision as "hasNewReports",
       memory_revision as "memoryRevision"
     from (
       select s.*, (sum(s.revision) over ())::bigint as memory_revision
       from memories m join product_conclusions s on s.memory_id = m.id where m.user_id = $1 and m.mode = $2
     ) c
     where revision <> concluded_revision
       or concluded_on is distinct from (clock_timestamp() at time zone 'utc')::date
       or (baseline ->> 'leanedOn')::bigint <> memory_revision
     order by revision = concluded_revision, product_id`,
    [owner.userId, owner.mode],
  )

/** What the product conclusions remember of their last conclusion: that of one product, or all. */
export async function listConclusions(
  db: Rows,
  owner: Owner,
  productId?: string,
): Promise<ProductConclusions[]> {
  const ofProduct = productId === undefined ? '' : 'and product_id = $3'
  const rows = await db.rows<{ baseline: ProductConclusions }>(
    `select baseline from product_conclusions
     where memory_id = (select id from memories where user_id = $1 and mode = $2)
       and baseline is not null ${ofProduct}
     order by product_id`,
    [owner.userId, owner.mode, ...(productId === undefined ? [] : [productId])],
  )
  return rows.map(({ baseline }) => baseline)
}
