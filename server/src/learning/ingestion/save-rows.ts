import type { Evidence, Report } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { putRecords, removeRecord } from '#catalog/search'
import type { Memory } from '#learning/evidence'
import {
  type AdRow,
  factColumns,
  refreshClaims,
  refreshFatigue,
  refreshWeeks,
  searchTextOf,
  sumSeries,
} from '#learning/evidence'
import type { Tx } from '#platform/db'
import { insertRows } from './insert-rows.ts'
import type { NewReading } from './reading.ts'
import { resolveAds } from './resolve-ads.ts'

export type SavedRows = Omit<Report, 'id' | 'subjectEvidence'>

/**
 * Saves readings into a locked memory: stores the raw rows, chooses which count, and recomputes all sums.
 * Which rows count does not depend on the order of arrival.
 */
export async function saveRows(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  readings: NewReading[],
): Promise<SavedRows> {
  const { ads, changed, products, merged } = await resolveAds(
    tx,
    memory.id,
    readings.map(({ about }) => about),
  )
  const { seriesIds, newSeries, ...counts } = await insertRows(
    tx,
    memory.id,
    readings.map((reading, i) => ({ ...reading, ad: ads[i] as AdRow })),
  )
  const summed = await sumSeries(tx, [...new Set([...seriesIds, ...merged.series])], memory.today)
  const changedSeries = summed.map(({ id }) => id)
  await refreshFatigue(tx, changedSeries)
  await refreshWeeks(tx, changedSeries)
  await refreshClaims(tx, [...new Set(ads.map((ad) => ad.id))])
  await bumpRevisions(tx, memory.id, products)
  await indexSeries(tx, owner, newSeries, changed)
  for (const id of merged.removed) await removeRecord(tx, owner, 'history', id)
  const known = summed.filter(({ id, days_known }) => days_known !== null && seriesIds.includes(id))
  // A series that got only outdated rows has none that count, and is left out.
  const isCorroborated = known.length > 0 && known.every(({ evidence }) => evidence === 'corroborated')
  const evidence: Evidence = isCorroborated ? 'corroborated' : 'observed'
  return { evidence, ...counts }
}

/** Marks the conclusions of these products as out of date. */
export async function bumpRevisions(tx: Tx, memoryId: number, products: Set<string>): Promise<void> {
  await tx.row(
    `insert into product_conclusions (memory_id, product_id) select $1, unnest($2::text[])
     on conflict (memory_id, product_id) do update set revision = product_conclusions.revision + 1`,
    [memoryId, [...products]],
  )
}

/** Updates the search index for new series and for series of changed ads. */
export async function indexSeries(
  tx: Tx,
  owner: Owner,
  newSeries: string[],
  changed: AdRow[],
): Promise<void> {
  if (newSeries.length === 0 && changed.length === 0) return
  const found = await tx.rows<AdRow & { series_id: string }>(
    `select s.id as series_id, a.id, ${factColumns.replaceAll(/\w+/g, 'a.$&')}
     from series s join ads a on a.id = s.ad_id where s.id = any($1::text[]) or a.id = any($2::bigint[])`,
    [newSeries, changed.map((ad) => ad.id)],
  )
  const records = found.map(({ series_id: ref, ...ad }) => {
    const productId = ad.product_id || null
    return { kind: 'history' as const, ref, productId, text: searchTextOf(ad) }
  })
  await putRecords(tx, owner, records)
}
