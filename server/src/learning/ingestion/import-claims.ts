import type { ClaimRecord } from '@atelier/contract'
import type { AdRow, Memory } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { addAds, findOrCreateAds, type ImportChanges } from './import-ads.ts'
import { upsertClaimOnlySeries } from './save-claim.ts'

/**
 * Imports claims. Which series each is compared with is computed in `finishImport`. Returns how many are new.
 */
export async function importClaims(
  tx: Tx,
  memory: Memory,
  changes: ImportChanges,
  records: ClaimRecord[],
): Promise<number> {
  const ads = await findOrCreateAds(tx, memory, changes, records)
  const claims = records.map((record, i) => toColumns(record, ads[i] as AdRow))
  const fresh = await tx.rows<{ ad_id: number }>(
    `insert into claims (memory_id, ${columns})
     select $1, ${columns} from jsonb_to_recordset($2) as fresh(report_id text, ad_id bigint,
       product_id text, source_id text, source text, metric text, value float8, window_start date,
       window_end date, stated_conversions float8, conversion_type text, attribution text, note text,
       claimed_at timestamptz)
     on conflict do nothing returning ad_id`,
    [memory.id, JSON.stringify(claims)],
  )
  const adIds = [...new Set(fresh.map(({ ad_id }) => ad_id))]
  addAds(
    changes,
    ads.filter(({ id }) => adIds.includes(id)),
  )
  for (const id of await upsertClaimOnlySeries(tx, memory.id, adIds)) changes.newSeries.add(id)
  return fresh.length
}

const columns = `report_id, ad_id, product_id, source_id, source, metric, value, window_start, window_end,
  stated_conversions, conversion_type, attribution, note, claimed_at`

const toColumns = (record: ClaimRecord, ad: AdRow) => ({
  report_id: record.reportId,
  ad_id: ad.id,
  product_id: ad.product_id,
  source_id: record.sourceId,
  source: record.source,
  metric: record.metric,
  value: record.value,
  window_start: record.windowStart,
  window_end: record.windowEnd,
  stated_conversions: record.conversions ?? null,
  conversion_type: record.conversionType ?? null,
  attribution: record.attribution ?? null,
  note: record.note ?? null,
  claimed_at: record.claimedAt,
})
