import { type AdFacts, type AdRow, factColumns, factTypes } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type Merged, mergeAds } from './merge-ads.ts'

/** The ads in the order of the input, and what a report has changed about them. */
export type ResolvedAds = {
  ads: AdRow[]
  /** New ads, and those with changed facts. */
  changed: AdRow[]
  /** Products that the ads belong to, or belonged to until now. */
  products: Set<string>
  merged: Merged
}

/**
 * Finds or creates the ad of each list of facts. An ad is identified by its platform id, or by its media
 * while no platform id is known for it. A report that names both links them permanently, and all that is
 * known about the media then belongs to the ad.
 */
export async function resolveAds(tx: Tx, memoryId: number, wanted: AdFacts[]): Promise<ResolvedAds> {
  const known = await findAds(tx, memoryId, wanted)
  const before = new Map(known.map((ad) => [ad.id, ad]))
  const { ads, indexes, merges } = resolveFacts(known, wanted)
  const affected = [...new Set(indexes)].map((index) => ads[index] as AdRow)
  const inserted = affected.filter((ad) => ad.id === 0)
  for (const [i, id] of (await insertAds(tx, memoryId, inserted)).entries()) (inserted[i] as AdRow).id = id
  const updated = affected.filter((ad) => hasChanged(ad, before.get(ad.id)))
  await updateAds(tx, updated)
  await moveToProducts(
    tx,
    updated.filter((ad) => ad.product_id !== before.get(ad.id)?.product_id),
  )
  const merged: Merged = { series: [], removed: [] }
  for (const [from, into] of merges) {
    const { series, removed } = await mergeAds(tx, (ads[from] as AdRow).id, (ads[into] as AdRow).id)
    merged.series.push(...series)
    merged.removed.push(...removed)
  }
  const products = new Set([...affected, ...known].map((ad) => ad.product_id))
  return {
    ads: indexes.map((index) => ads[index] as AdRow),
    changed: [...inserted, ...updated],
    products,
    merged,
  }
}

const findAds = (tx: Tx, memoryId: number, wanted: AdFacts[]): Promise<AdRow[]> =>
  tx.rows<AdRow>(
    `select id, ${factColumns} from ads where memory_id = $1 and platform_ad_id = any($2::text[])
     union
     select id, ${factColumns} from ads where memory_id = $1 and media_id = any($3::text[])
     order by id`,
    [
      memoryId,
      [...new Set(wanted.map((ad) => ad.platform_ad_id))],
      [...new Set(wanted.map((ad) => ad.media_id))],
    ],
  )

/** Returns the ids in the order of the input. */
export async function insertAds(tx: Tx, memoryId: number, ads: AdFacts[]): Promise<number[]> {
  if (ads.length === 0) return []
  const rows = await tx.rows<{ id: number }>(
    `insert into ads (memory_id, ${factColumns})
     select $1, ${factColumns} from jsonb_to_recordset($2) as inserted(${factTypes}) returning id`,
    [memoryId, JSON.stringify(ads)],
  )
  return rows.map((row) => row.id)
}

export async function updateAds(tx: Tx, ads: AdRow[]): Promise<void> {
  if (ads.length === 0) return
  await tx.row(
    `update ads set (${factColumns}) = (select ${factColumns.replaceAll(/\w+/g, 'updated.$&')})
     from jsonb_to_recordset($1) as updated(id bigint, ${factTypes}) where ads.id = updated.id`,
    [JSON.stringify(ads)],
  )
}

/** Moves the series and claims of ads to the product that the ads belong to now. */
export async function moveToProducts(tx: Tx, ads: AdRow[]): Promise<void> {
  if (ads.length === 0) return
  const values = [ads.map((ad) => ad.id), ads.map((ad) => ad.product_id)]
  const moved = `unnest($1::bigint[], $2::text[]) as moved(ad_id, product_id)`
  await tx.row(
    `update series set product_id = moved.product_id from ${moved} where series.ad_id = moved.ad_id`,
    values,
  )
  await tx.row(
    `update claims set product_id = moved.product_id from ${moved} where claims.ad_id = moved.ad_id`,
    values,
  )
}

/** False for an ad that is new. */
export const hasChanged = (ad: AdRow, old: AdRow | undefined): boolean =>
  old !== undefined && Object.entries(ad).some(([column, value]) => value !== old[column as keyof AdRow])

/**
 * All ads, new ones with id 0; for each input the index of its ad; and which ads are to be merged, by index.
 */
type ResolvedFacts = { ads: AdRow[]; indexes: number[]; merges: [from: number, into: number][] }

/** Applies the facts one after another, as if each had arrived in its own report. */
function resolveFacts(known: AdRow[], wanted: AdFacts[]): ResolvedFacts {
  const ads = [...known]
  const hasPlatformId = (index: number) => ads[index]?.platform_ad_id !== null
  const mergedInto = new Map<number, number>()
  const indexByPlatformId = new Map<string, number>()
  const indexesByMedia = new Map<string, Set<number>>()
  const addToIndexes = (ad: AdRow, index: number) => {
    if (ad.platform_ad_id !== null) indexByPlatformId.set(ad.platform_ad_id, index)
    if (ad.media_id === null) return
    const indexes = indexesByMedia.get(ad.media_id) ?? new Set()
    indexesByMedia.set(ad.media_id, indexes.add(index))
  }
  for (const [index, ad] of ads.entries()) addToIndexes(ad, index)
  const indexes = wanted.map((facts) => {
    const sameMedia = [...(indexesByMedia.get(facts.media_id ?? '') ?? [])]
    const withoutPlatformId = sameMedia.find((index) => !hasPlatformId(index))
    const byPlatformId = indexByPlatformId.get(facts.platform_ad_id ?? '')
    // Without a platform id the first ad that the media was linked to is meant.
    const linked = facts.platform_ad_id === null ? sameMedia.find(hasPlatformId) : undefined
    const index = byPlatformId ?? linked ?? withoutPlatformId ?? ads.length
    const ad = ads[index]
    ads[index] = ad ? mergeFacts(ad, facts) : { ...facts, id: 0 }
    addToIndexes(ads[index], index)
    if (withoutPlatformId !== undefined && withoutPlatformId !== index) {
      ads[index] = mergeFacts(ads[index], ads[withoutPlatformId] as AdRow)
      mergedInto.set(withoutPlatformId, index)
      indexesByMedia.get(facts.media_id ?? '')?.delete(withoutPlatformId)
    }
    return index
  })
  const merges = [...mergedInto].filter(([from]) => ads[from]?.id !== 0)
  return { ads, indexes: indexes.map((index) => mergedInto.get(index) ?? index), merges }
}

/**
 * Known facts stay, with two exceptions: when a media gets linked, the facts of the media win; and the
 * campaign may be renamed.
 */
function mergeFacts(ad: AdRow, facts: AdFacts): AdRow {
  const isLink = ad.media_id === null && facts.media_id !== null
  if (!isLink && facts.media_id !== null && facts.media_id !== ad.media_id) throw linkedToOtherMedia(ad)
  const { product_id, product_name } = ad.product_id === '' ? facts : ad
  return {
    ...(isLink ? fillNulls(facts, ad) : fillNulls(ad, facts)),
    id: ad.id,
    platform_campaign_id: facts.platform_campaign_id ?? ad.platform_campaign_id,
    campaign_name: facts.campaign_name ?? ad.campaign_name,
    product_id,
    product_name,
  }
}

/** Fills what is null with the value of the fallback. */
export const fillNulls = (facts: AdFacts, fallback: AdFacts): AdFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([column, value]) => [column, value ?? fallback[column as keyof AdFacts]]),
  ) as AdFacts

const linkedToOtherMedia = (ad: AdRow) =>
  new Refusal(
    'invalid_request',
    `generatedMediaId differs from ${ad.media_id}, to which this ad is linked permanently.`,
    { field: 'generatedMediaId' },
  )
