import type { AdRecord } from '@atelier/contract'
import type { Memory } from '#learning/evidence'
import { type AdFacts, type AdRow, factColumns } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { fillNulls, hasChanged, insertAds, moveToProducts, updateAds } from './resolve-ads.ts'

/** What identifies an ad in a record: its platform id, or its media while it has none. */
type Subject = Pick<AdRecord, 'platformAdId' | 'generatedMediaId'>

/** What an import has changed so far. `finishImport` recomputes everything that depends on it. */
export type ImportChanges = {
  ads: Set<number>
  /** Ads that are new, or have new facts. */
  changedAds: AdRow[]
  products: Set<string>
  series: Set<string>
  newSeries: Set<string>
}

/** No changes yet. */
export const newImportChanges = (): ImportChanges => ({
  ads: new Set(),
  changedAds: [],
  products: new Set(),
  series: new Set(),
  newSeries: new Set(),
})

/**
 * Imports ads under the ids they had: an import does not link an ad to a media and does not merge ads. Known
 * facts stay, missing ones are filled in. Returns how many records contained something new.
 */
export async function importAds(
  tx: Tx,
  memory: Memory,
  changes: ImportChanges,
  records: AdRecord[],
): Promise<number> {
  const known = await findAds(tx, memory, records)
  const before = new Map(known.map((ad) => [ad.id, ad]))
  const ads = new Map(known.map((ad) => [adKey(toSubject(ad)), ad]))
  for (const record of records) {
    const [key, facts] = [adKey(record), toFacts(record)]
    const ad = ads.get(key)
    ads.set(key, ad ? mergeImportedFacts(ad, facts) : { ...facts, id: 0 })
  }
  const newAds = [...ads.values()].filter((ad) => ad.id === 0)
  for (const [i, id] of (await insertAds(tx, memory.id, newAds)).entries()) (newAds[i] as AdRow).id = id
  const updated = [...ads.values()].filter((ad) => before.has(ad.id) && hasChanged(ad, before.get(ad.id)))
  await updateAds(tx, updated)
  const moved = updated.filter((ad) => ad.product_id !== before.get(ad.id)?.product_id)
  await moveToProducts(tx, moved)
  if (moved.length > 0) changes.products.add('')
  changes.changedAds.push(...newAds, ...updated)
  addAds(changes, [...newAds, ...updated])
  return newAds.length + updated.length
}

/** Records ads and their products as changed. */
export function addAds(changes: ImportChanges, ads: AdRow[]): void {
  for (const ad of ads) {
    changes.ads.add(ad.id)
    changes.products.add(ad.product_id)
  }
}

/** A product name is taken only together with the product id that it belongs to. */
function mergeImportedFacts(ad: AdRow, facts: AdFacts): AdRow {
  const product = ad.product_id === '' && facts.product_id !== '' ? facts : ad
  const isSame = facts.product_id === product.product_id
  return {
    ...fillNulls(ad, facts),
    id: ad.id,
    product_id: product.product_id,
    product_name: product.product_name ?? (isSame ? facts.product_name : null),
  }
}

/**
 * The ads that these records name, in the order of the records. An ad that no record describes is created
 * with its identifier only.
 */
export async function findOrCreateAds(
  tx: Tx,
  memory: Memory,
  changes: ImportChanges,
  records: (Subject & Pick<AdRecord, 'platformCampaignId' | 'campaignName'>)[],
): Promise<AdRow[]> {
  const byKey = new Map((await findAds(tx, memory, records)).map((ad) => [adKey(toSubject(ad)), ad]))
  const missing = records.filter((record) => !byKey.has(adKey(record)))
  if (missing.length === 0) return records.map((record) => byKey.get(adKey(record)) as AdRow)
  await importAds(tx, memory, changes, missing)
  return findOrCreateAds(tx, memory, changes, records)
}

const findAds = async (tx: Tx, memory: Memory, records: Subject[]): Promise<AdRow[]> =>
  records.length === 0
    ? []
    : tx.rows<AdRow>(
        `select id, ${factColumns} from ads where memory_id = $1 and platform_ad_id = any($2::text[])
     union all
     select id, ${factColumns} from ads
     where memory_id = $1 and platform_ad_id is null and media_id = any($3::text[])`,
        [
          memory.id,
          [...new Set(records.map((record) => record.platformAdId ?? null))],
          [...new Set(records.map((record) => record.generatedMediaId ?? null))],
        ],
      )

const adKey = ({ platformAdId, generatedMediaId }: Subject): string =>
  platformAdId === undefined ? `media ${generatedMediaId}` : `ad ${platformAdId}`

const toSubject = ({ platform_ad_id, media_id }: AdFacts): Subject => ({
  platformAdId: platform_ad_id ?? undefined,
  generatedMediaId: media_id ?? undefined,
})

const toFacts = (record: AdRecord): AdFacts => ({
  platform_ad_id: record.platformAdId ?? null,
  media_id: record.generatedMediaId ?? null,
  product_id: record.productId ?? '',
  product_name: record.productName ?? null,
  platform_campaign_id: record.platformCampaignId ?? null,
  campaign_name: record.campaignName ?? null,
  cep_id: record.cepId ?? null,
  cep_text: record.cepText ?? null,
  angle: record.angle ?? null,
  character_id: record.characterId ?? null,
  character_name: record.characterName ?? null,
  no_character: record.noCharacter ?? null,
  media_type: record.mediaType ?? null,
  orientation: record.orientation ?? null,
  hook: record.hook ?? null,
  prompt: record.prompt ?? null,
})
