import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { findMemory } from './lock-memory.ts'

const HOW = 'Report the daily rows of your ads with POST /api/agent/reports: what works is learned from them.'

type Asked = { productId?: string | undefined; cursor?: string | undefined }

/**
 * For a list of knowledge whose first page is empty: the message that nothing was reported yet, and how to
 * change that. No message when there are results, but none that the query asks for.
 */
export async function explainEmptiness(
  db: Rows,
  owner: Owner,
  { productId, cursor }: Asked,
  shown: unknown[],
): Promise<{ message?: string }> {
  if (shown.length > 0 || cursor !== undefined) return {}
  const memory = await findMemory(db, owner)
  const found = await db.row<{ claims: boolean; rows: boolean; product: boolean }>(
    `select exists (select from series where memory_id = $1) as claims,
       exists (select from series where memory_id = $1 and evidence <> 'claimed') as rows,
       exists (select from series
         where memory_id = $1 and evidence <> 'claimed' and product_id = $2) as product`,
    [memory?.id ?? null, productId ?? null],
  )
  if (!found?.claims) return { message: `The memory is empty: no results were reported yet. ${HOW}` }
  if (!found.rows) return { message: `Only claims were reported so far, and claims prove nothing. ${HOW}` }
  if (productId === undefined || found.product) return {}
  return { message: `No results were reported for this product yet. ${HOW}` }
}
