import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { STALE_PRODUCTS } from './list-conclusions.ts'

/** `isStale`: the conclusions of the product are out of date, so the series may be no loser. */
export type LosingPrompt = { mediaId: string; productId: string; prompt: string; isStale: boolean }

type PromptFilter = {
  productId?: string | undefined
  /** Also the prompts of products whose conclusions are out of date: any of them may be a loser by now. */
  withStale: boolean
}

const PROMPTS_MAX = 500
/** The files of one job share a prompt, so more series are read than prompts are returned. */
const SERIES_MAX = 2 * PROMPTS_MAX

/**
 * Prompts of losing series, newest first, each prompt once per product: of one product, or of all. One
 * statement, because every submit asks.
 */
export async function listLosingPrompts(
  db: Rows,
  owner: Owner,
  { productId, withStale }: PromptFilter,
): Promise<LosingPrompt[]> {
  const ofProduct = productId === undefined ? '' : 'and product_id = $3'
  const stale = withStale ? 'product_id in (select product_id from stale)' : 'false'
  const rows = await db.rows<LosingPrompt>(
    `${withStale ? `with stale as materialized (${STALE_PRODUCTS})` : ''}
     select media_id as "mediaId", loser.product_id as "productId", prompt, "isStale"
     from (
       select ad_id, product_id, reported_at, id, ${stale} as "isStale" from series
       where memory_id = (select id from memories where user_id = $1 and mode = $2) ${ofProduct}
         and (tier = 'loser' or ${stale}) and superseded_by is null
       order by reported_at desc, id desc limit ${SERIES_MAX}
     ) loser join ads on ads.id = loser.ad_id
     where media_id is not null and prompt is not null
     order by loser.reported_at desc, loser.id desc`,
    [owner.userId, owner.mode, ...(productId === undefined ? [] : [productId])],
  )
  const newest = new Map<string, LosingPrompt>()
  for (const row of rows) {
    const key = `${row.productId} ${row.prompt}`
    if (!newest.has(key)) newest.set(key, row)
  }
  return [...newest.values()].slice(0, PROMPTS_MAX)
}
