import type { Warning } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { similarityTo } from '#catalog/search'
import { listLosingPrompts, MemoryBusy } from '#learning/evidence'
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
  const findSimilar = async (withStale: boolean) =>
    (await listLosingPrompts(db, owner, { productId, withStale }))
      .map((loser) => ({ ...loser, similarity: similarityOf(loser.prompt) }))
      .filter(({ similarity }) => similarity >= SIMILAR_FROM)
      .sort((one, other) => other.similarity - one.similarity)
  let similar = await findSimilar(true)
  const staleFound = new Set(similar.filter(({ isStale }) => isStale).map((loser) => loser.productId))
  for (const id of [...staleFound].slice(0, CONCLUDED_PRODUCTS)) {
    await conclude(db, owner, { productId: id }).catch((error) => {
      if (!(error instanceof MemoryBusy)) throw error
    })
  }
  if (staleFound.size > 0) similar = await findSimilar(false)
  return similar.slice(0, WARNINGS).map(({ mediaId, similarity }) => ({
    code: 'similar_to_loser',
    message:
      `The prompt is ${Math.floor(100 * similarity)}% similar to that of ${mediaId}, whose results are ` +
      'below the baseline. Consider another idea.',
    refId: mediaId,
  }))
}
