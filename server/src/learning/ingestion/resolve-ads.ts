import { type AdFacts, type AdRow, factColumns, factTypes } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type Merged, mergeAds } from './merge-ads.ts'

/** The ads in the order in which they were asked for, and what a report has changed about them. */
export type ResolvedAds = {
  ads: AdRow[]
  /** New ones, and those of which more or something else is known now. */
  changed: AdRow[]
  /** Products that ads belong to, or belonged to until now. */
  products: Set<string>
  merged: Merged
}

/**
 * Which ad each of these facts speaks of. An ad is what the platform calls one, or a media while no ad is
 * named for it: whoever names both links them, once and for good, and everything that is known of the media
 * is then known of the ad.
 */
export async function resolveAds(tx: Tx, memoryId: number, wanted: AdFacts[]): Promise<ResolvedAds> {
  const known = await findAds(tx, memoryId, wanted)
  const before = new Map(known.map((ad) => [ad.id, ad]))
  const { ads, places, merges } = foldAds(known, wanted)
  const meant = [...new Set(places)].map((place) => ads[place] as AdRow)
  const fresh = meant.filter((ad) => ad.id === 0)
  for (const [i, id] of (await insertAds(tx, memoryId, fresh)).entries()) (fresh[i] as AdRow).id = id
  const told = meant.filter((ad) => differs(ad, before.get(ad.id)))
  await updateAds(tx, told)
  await moveToProducts(
    tx,
    told.filter((ad) => ad.product_id !== before.get(ad.id)?.product_id),
  )
  const merged: Merged = { series: [], gone: [] }
  for (const [from, into] of merges) {
    const { series, gone } = await mergeAds(tx, (ads[from] as AdRow).id, (ads[into] as AdRow).id)
    merged.series.push(...series)
    merged.gone.push(...gone)
  }
  const products = new Set([...meant, ...known].map((ad) => ad.product_id))
  return { ads: places.map((place) => ads[place] as AdRow), changed: [...fresh, ...told], products, merged }
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

/** Their ids, in the order in which they were given. */
export async function insertAds(tx: Tx, memoryId: number, ads: AdFacts[]): Promise<number[]> {
  if (ads.length === 0) return []
  const rows = await tx.rows<{ id: number }>(
    `insert into ads (memory_id, ${factColumns})
     select $1, ${factColumns} from jsonb_to_recordset($2) as fresh(${factTypes}) returning id`,
    [memoryId, JSON.stringify(ads)],
  )
  return rows.map((row) => row.id)
}

export async function updateAds(tx: Tx, ads: AdRow[]): Promise<void> {
  if (ads.length === 0) return
  await tx.row(
    `update ads set (${factColumns}) = (select ${factColumns.replaceAll(/\w+/g, 'told.$&')})
     from jsonb_to_recordset($1) as told(id bigint, ${factTypes}) where ads.id = told.id`,
    [JSON.stringify(ads)],
  )
}

/** What was known before the product takes its place there too. */
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

export const differs = (ad: AdRow, old: AdRow | undefined): boolean =>
  old !== undefined && Object.entries(ad).some(([column, value]) => value !== old[column as keyof AdRow])

/**
 * All ads, new ones with the id 0; for each of the wanted facts the place of its ad among them; and which ads
 * turned out to be others, by place.
 */
type Folded = { ads: AdRow[]; places: number[]; merges: [from: number, into: number][] }

/** Takes facts in, one after another, as if each had come alone. */
function foldAds(known: AdRow[], wanted: AdFacts[]): Folded {
  const ads = [...known]
  const isNamed = (place: number) => ads[place]?.platform_ad_id !== null
  const merged = new Map<number, number>()
  const byPlatform = new Map<string, number>()
  const byMedia = new Map<string, Set<number>>()
  const enter = (ad: AdRow, place: number) => {
    if (ad.platform_ad_id !== null) byPlatform.set(ad.platform_ad_id, place)
    if (ad.media_id === null) return
    const places = byMedia.get(ad.media_id) ?? new Set()
    byMedia.set(ad.media_id, places.add(place))
  }
  for (const [place, ad] of ads.entries()) enter(ad, place)
  const places = wanted.map((facts) => {
    const ofMedia = [...(byMedia.get(facts.media_id ?? '') ?? [])]
    const bare = ofMedia.find((place) => !isNamed(place))
    const named = byPlatform.get(facts.platform_ad_id ?? '')
    // Without the name of an ad, the first that the media was linked to is meant.
    const linked = facts.platform_ad_id === null ? ofMedia.find(isNamed) : undefined
    const place = named ?? linked ?? bare ?? ads.length
    const ad = ads[place]
    ads[place] = ad ? learn(ad, facts) : { ...facts, id: 0 }
    enter(ads[place], place)
    if (bare !== undefined && bare !== place) {
      ads[place] = learn(ads[place], ads[bare] as AdRow)
      merged.set(bare, place)
      byMedia.get(facts.media_id ?? '')?.delete(bare)
    }
    return place
  })
  const merges = [...merged].filter(([from]) => ads[from]?.id !== 0)
  return { ads, places: places.map((place) => merged.get(place) ?? place), merges }
}

/**
 * What is known already stays. At the link the media knows better what it was made of; and a campaign may get
 * another name.
 */
function learn(ad: AdRow, facts: AdFacts): AdRow {
  const isLink = ad.media_id === null && facts.media_id !== null
  if (!isLink && facts.media_id !== null && facts.media_id !== ad.media_id) throw otherMedia(ad)
  const { product_id, product_name } = ad.product_id === '' ? facts : ad
  return {
    ...(isLink ? overlay(ad, facts) : overlay(facts, ad)),
    id: ad.id,
    platform_campaign_id: facts.platform_campaign_id ?? ad.platform_campaign_id,
    campaign_name: facts.campaign_name ?? ad.campaign_name,
    product_id,
    product_name,
  }
}

export const overlay = (under: AdFacts, over: AdFacts): AdFacts =>
  Object.fromEntries(
    Object.entries(over).map(([column, value]) => [column, value ?? under[column as keyof AdFacts]]),
  ) as AdFacts

const otherMedia = (ad: AdRow) =>
  new Refusal(
    'invalid_request',
    `generatedMediaId differs from ${ad.media_id}, to which this ad is linked permanently.`,
    { field: 'generatedMediaId' },
  )
