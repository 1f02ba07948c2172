import type { Owner } from '#access/identity'
import { removeRecord } from '#catalog/search'
import { type AdRow, factColumns, type Memory, searchTextOf } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { bumpRevisions, indexSeries } from './save-rows.ts'

/** What was erased in a memory: whose conclusions are out of date, and the reports whose notes have to go. */
export type ErasedAds = { productIds: string[]; reportIds: string[] }

/** Which texts of an ad go with which part of its creative. The results of the ad stay. */
const textsOf = {
  media_id: 'prompt = null, hook = null, angle = null',
  character_id: 'character_name = null',
  product_id: 'product_name = null, cep_text = null, angle = null',
} as const

export type ErasedPart = { column: keyof typeof textsOf; ids: string[] }

/**
 * Empties the texts of the ads that were made from these media, this product or this character, in a locked
 * memory. Numbers and ids stay, so every sum stays. The notes of claims about an erased media go as well.
 */
export async function eraseAds(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  { column, ids }: ErasedPart,
): Promise<ErasedAds> {
  const ads = await tx.rows<AdRow>(
    `update ads set ${textsOf[column]} where memory_id = $1 and ${column} = any($2::text[])
     returning id, ${factColumns}`,
    [memory.id, ids],
  )
  if (ads.length === 0) return { productIds: [], reportIds: [] }
  await indexSeries(tx, owner, [], ads)
  await removeEmptyRecords(tx, owner, ads)
  const productIds = [...new Set(ads.map(({ product_id }) => product_id))]
  // The conclusions quote these texts, so they are computed again.
  await bumpRevisions(tx, memory.id, new Set(productIds))
  const claims =
    column === 'media_id'
      ? await tx.rows<{ report_id: string }>(
          `update claims set note = null where ad_id = any($1::bigint[]) returning report_id`,
          [ads.map(({ id }) => id)],
        )
      : []
  return { productIds, reportIds: claims.map(({ report_id }) => report_id) }
}

async function removeEmptyRecords(tx: Tx, owner: Owner, ads: AdRow[]): Promise<void> {
  const empty = ads.filter((ad) => searchTextOf(ad) === '').map(({ id }) => id)
  const series = await tx.rows<{ id: string }>(`select id from series where ad_id = any($1::bigint[])`, [
    empty,
  ])
  for (const { id } of series) await removeRecord(tx, owner, 'history', id)
}
