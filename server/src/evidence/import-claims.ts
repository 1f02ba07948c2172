import type { ClaimRecord } from '@atelier/contract'
import type { Tx } from '#db'
import { newId } from '#ids'
import type { AdRow } from './ad-facts.ts'
import { openAds, type Touched, touchAds } from './import-ads.ts'
import type { Memory } from './lock-memory.ts'

/** Takes claims in; what each looks at is found when all records are there. Gives how many are new. */
export async function importClaims(
  tx: Tx,
  memory: Memory,
  touched: Touched,
  records: ClaimRecord[],
): Promise<number> {
  const ads = await openAds(tx, memory, touched, records)
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
  touchAds(
    touched,
    ads.filter(({ id }) => adIds.includes(id)),
  )
  for (const id of await openBareSeries(tx, memory.id, adIds)) touched.freshSeries.add(id)
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

/** So that history has a line for each ad of which nothing but claims is known. */
async function openBareSeries(tx: Tx, memoryId: number, adIds: number[]): Promise<string[]> {
  const opened = await tx.rows<{ id: string }>(
    `insert into series (id, memory_id, ad_id, product_id, evidence, source, reported_at)
     select fresh.id, $1, ad_id, newest.product_id, 'claimed', newest.source, newest.claimed_at
     from unnest($2::text[], $3::bigint[]) as fresh(id, ad_id) cross join lateral (
       select product_id, source, claimed_at from claims where claims.ad_id = fresh.ad_id
       order by claimed_at desc, report_id desc limit 1
     ) newest
     where not exists (select from series where series.ad_id = fresh.ad_id and conversion_type is not null)
     on conflict (ad_id, conversion_type, attribution, currency) do update
       set source = excluded.source, reported_at = excluded.reported_at
     returning id`,
    [memoryId, adIds.map(() => newId('history')), adIds],
  )
  return opened.map(({ id }) => id)
}
