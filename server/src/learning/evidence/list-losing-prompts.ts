import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

export type LosingPrompt = { mediaId: string; productId: string; prompt: string }

type PromptFilter = {
  productId?: string | undefined
  /** Products whose conclusions are out of date: any of their series may be a loser by now. */
  stale: string[]
}

const PROMPTS_MAX = 500
/** The files of one job share a prompt, so more series are read than prompts are returned. */
const SERIES_MAX = 2 * PROMPTS_MAX

/** Prompts of losing series, newest first, each prompt once per product: of one product, or of all. */
export async function listLosingPrompts(
  db: Rows,
  owner: Owner,
  { productId, stale }: PromptFilter,
): Promise<LosingPrompt[]> {
  const ofProduct = productId === undefined ? '' : 'and product_id = $4'
  const rows = await db.rows<LosingPrompt>(
    `select media_id as "mediaId", loser.product_id as "productId", prompt
     from (
       select ad_id, product_id, reported_at, id from series
       where memory_id = (select id from memories where user_id = $1 and mode = $2) ${ofProduct}
         and (tier = 'loser' or product_id = any($3::text[])) and superseded_by is null
       order by reported_at desc, id desc limit ${SERIES_MAX}
     ) loser join ads on ads.id = loser.ad_id
     where media_id is not null and prompt is not null
     order by loser.reported_at desc, loser.id desc`,
    [owner.userId, owner.mode, stale, ...(productId === undefined ? [] : [productId])],
  )
  const newest = new Map<string, LosingPrompt>()
  for (const row of rows) {
    const key = `${row.productId} ${row.prompt}`
    if (!newest.has(key)) newest.set(key, row)
  }
  return [...newest.values()].slice(0, PROMPTS_MAX)
}
