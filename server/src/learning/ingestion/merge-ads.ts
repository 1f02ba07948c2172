import type { Tx } from '#platform/db'
import { chooseCurrentRowsOfAd } from './choose-current-rows.ts'

/** The ids of the series that the ad has now, and of those that were merged into others. */
export type Merged = { series: string[]; removed: string[] }

/**
 * Merges two ads. Results were reported for a media and for a platform ad, and a later report links the two.
 * The rows and claims of the first move to the second; where both have a row for a day the newer reading
 * counts, as usual.
 */
export async function mergeAds(tx: Tx, fromId: number, intoId: number): Promise<Merged> {
  // No row is current during the move, because a day has at most one current row.
  await tx.row(
    `update observations set is_current = false from series s
     where s.ad_id = $1 and series_id = s.id and is_current`,
    [fromId],
  )
  await tx.row(
    `update observations set ad_id = $2, series_id = coalesce(twin.id, s.id)
     from series s left join series twin on twin.ad_id = $2 and (twin.conversion_type, twin.attribution,
       twin.currency) = (s.conversion_type, s.attribution, s.currency)
     where s.ad_id = $1 and series_id = s.id and not is_current`,
    [fromId, intoId],
  )
  await tx.row(
    `update claims set ad_id = $2, series_id = null, product_id = ads.product_id
     from ads where ads.id = $2 and ad_id in ($1, $2)`,
    [fromId, intoId],
  )
  const removed = await deleteTwins(tx, fromId, intoId)
  const series = await tx.rows<{ id: string }>(
    `update series set ad_id = $2, product_id = ads.product_id
     from ads where ads.id = $2 and ad_id in ($1, $2) returning series.id`,
    [fromId, intoId],
  )
  await tx.row(`delete from ads where id = $1`, [fromId])
  await chooseCurrentRowsOfAd(tx, intoId)
  return { series: series.map(({ id }) => id), removed }
}

/** Deletes series whose rows moved to another series, and claim-only series of an ad that has any other. */
async function deleteTwins(tx: Tx, fromId: number, intoId: number): Promise<string[]> {
  const removed = await tx.rows<{ id: string }>(
    `delete from series s where ad_id in ($1, $2) and exists (
       select from series other where other.ad_id in ($1, $2) and other.id <> s.id and (
         s.conversion_type is null and (other.conversion_type is not null or s.ad_id = $1)
         or s.ad_id = $1 and (other.conversion_type, other.attribution, other.currency)
           = (s.conversion_type, s.attribution, s.currency)))
     returning id`,
    [fromId, intoId],
  )
  return removed.map(({ id }) => id)
}
