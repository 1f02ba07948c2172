import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/**
 * A product whose conclusions are out of date, and the revision of the memory when this was read.
 * `memoryRevision` is the sum of the revisions of all products.
 */
export type StaleProduct = {
  productId: string
  revision: number
  /** True when a report has arrived since the last conclusion, false when only the day has changed. */
  hasNewReports: boolean
  /** When it was concluded last; null if never. */
  concludedAt: Date | null
  memoryRevision: number
}

/**
 * The stored conclusions of a product. `leanedOn` is the memory revision that they depend on, if they used
 * data of other products, else null.
 */
export type ProductConclusions = { leanedOn: number | null; baselines: unknown[] }

/**
 * Of the rules by which conclusions are drawn, and of their form. What another release concluded by other
 * rules is out of date, so a change of them needs a higher number here and nothing else.
 */
export const RULES = 4

/**
 * The products whose conclusions are out of date: a report has arrived, a new day has begun, the rules have
 * changed, or another product that they depend on has. The query reads few rows, so every read can afford it.
 * $1 is the user, $2 the mode.
 */
export const STALE_PRODUCTS = `
  select product_id, revision, concluded_revision, concluded_at, memory_revision
  from (
    select s.*, (sum(s.revision) over ())::bigint as memory_revision
    from memories m join product_conclusions s on s.memory_id = m.id where m.user_id = $1 and m.mode = $2
  ) c
  where revision <> concluded_revision
    or concluded_on is distinct from (clock_timestamp() at time zone 'utc')::date
    or (baseline ->> 'rules')::int is distinct from ${RULES}
    or (baseline ->> 'leanedOn')::bigint <> memory_revision`

/** The products whose conclusions are out of date. Products with new reports come first. */
export const listStaleProducts = (db: Rows, owner: Owner): Promise<StaleProduct[]> =>
  db.rows<StaleProduct>(
    `select product_id as "productId", revision, revision <> concluded_revision as "hasNewReports",
       concluded_at as "concludedAt", memory_revision as "memoryRevision"
     from (${STALE_PRODUCTS}) stale
     order by revision = concluded_revision, product_id`,
    [owner.userId, owner.mode],
  )

/** The stored conclusions of one product, or of all. */
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
