import type { Warning } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { similarityTo } from '#catalog/search'
import { listLosingPrompts, listStaleProducts, MemoryBusy } from '#learning/evidence'
import type { Db } from '#platform/db'
import { conclude } from './conclude.ts'

/** Trigram similarity from which two prompts count as nearly the same. */
const SIMILAR_FROM = 0.6
const WARNINGS = 3
const CONCLUDED_PRODUCTS = 3

/**
 * Warnings for a prompt that is similar to losing ones, most similar first: of one product, or of all. The
 * caller is about to order and waits, so only products with a similar prompt are concluded, and at most
 * three. While the memory is being changed, the previous conclusions count.
 */
export async function findSimilarLosers(
  db: Db,
  owner: Owner,
  prompt: string,
  productId?: string,
): Promise<Warning[]> {
  const similarityOf = similarityTo(prompt)
  const findSimilar = async (stale: string[]) =>
    (await listLosingPrompts(db, owner, { productId, stale }))
      .map((loser) => ({ ...loser, similarity: similarityOf(loser.prompt) }))
      .filter(({ similarity }) => similarity >= SIMILAR_FROM)
      .sort((one, other) => other.similarity - one.similarity)
  const stale = (await listStaleProducts(db, owner)).map((product) => product.productId)
  let similar = await findSimilar(stale)
  const staleFound = new Set(similar.map((loser) => loser.productId).filter((id) => stale.includes(id)))
  for (const id of [...staleFound].slice(0, CONCLUDED_PRODUCTS)) {
    await conclude(db, owner, { productId: id }).catch((error) => {
      if (!(error instanceof MemoryBusy)) throw error
    })
  }
  if (staleFound.size > 0) similar = await findSimilar([])
  return similar.slice(0, WARNINGS).map(({ mediaId, similarity }) => ({
    code: 'similar_to_loser',
    message:
      `The prompt is ${Math.floor(100 * similarity)}% similar to that of ${mediaId}, whose results are ` +
      'below the baseline. Consider another idea.',
    refId: mediaId,
  }))
}
