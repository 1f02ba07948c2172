import {
  type AdRecord,
  type ClaimRecord,
  type MemoryRecord,
  type ObservationRecord,
  type RowFigure,
  rowFigures,
  type ThresholdsBody,
} from '@atelier/contract'
import type { Rows, Tx } from '#platform/db'
import { type AdRow, factColumns } from './ad-facts.ts'

/** Rows per page, which is the most that is held in memory. */
const BATCH = 1_000

/**
 * Everything that was reported to a memory, as export records. Each kind is read in the order of an index, so
 * a page costs the same at the start and at the end.
 */
export async function* streamRecords(db: Tx, memoryId: number): AsyncGenerator<MemoryRecord> {
  // Without table statistics the database would sort all remaining rows for each page.
  await db.row('set local enable_sort = off')
  const changed = await db.row<{ thresholds: ThresholdsBody }>(
    `select thresholds from memories where id = $1 and thresholds <> '{}'`,
    [memoryId],
  )
  if (changed) yield { kind: 'thresholds', record: changed.thresholds }
  for await (const row of pages(readAds(db, memoryId))) yield { kind: 'ad', record: toAd(row) }
  for await (const row of pages(readAdsWithoutPlatformId(db, memoryId)))
    yield { kind: 'ad', record: toAd(row) }
  for await (const row of pages(readObservations(db, memoryId)))
    yield { kind: 'observation', record: toObservation(row) }
  for await (const row of pages(readClaims(db, memoryId))) yield { kind: 'claim', record: toClaim(row) }
}

/** Keyset paging: each page starts after the last row of the previous one. */
async function* pages<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1))
    yield* rows
  } while (rows.length === BATCH)
}

const readAds = (db: Rows, memoryId: number) => (after?: AdRow) =>
  db.rows<AdRow>(
    `select id, ${factColumns} from ads where memory_id = $1 and platform_ad_id > $2
     order by platform_ad_id limit ${BATCH}`,
    [memoryId, after?.platform_ad_id ?? ''],
  )

const readAdsWithoutPlatformId = (db: Rows, memoryId: number) => (after?: AdRow) =>
  db.rows<AdRow>(
    `select id, ${factColumns} from ads where memory_id = $1 and platform_ad_id is null and media_id > $2
     order by media_id limit ${BATCH}`,
    [memoryId, after?.media_id ?? ''],
  )

/** Unknown values are left out of the record. */
const orUndefined = <T>(value: T | null | ''): T | undefined =>
  value === null || value === '' ? undefined : value

const toAd = (row: AdRow): AdRecord => ({
  platformAdId: orUndefined(row.platform_ad_id),
  generatedMediaId: orUndefined(row.media_id),
  productId: orUndefined(row.product_id),
  productName: orUndefined(row.product_name),
  platformCampaignId: orUndefined(row.platform_campaign_id),
  campaignName: orUndefined(row.campaign_name),
  cepId: orUndefined(row.cep_id),
  cepText: orUndefined(row.cep_text),
  angle: row.angle ?? undefined,
  characterId: orUndefined(row.character_id),
  characterName: orUndefined(row.character_name),
  noCharacter: row.no_character ?? undefined,
  mediaType: orUndefined(row.media_type),
  orientation: orUndefined(row.orientation),
  hook: row.hook ?? undefined,
  prompt: orUndefined(row.prompt),
})

/** An ad with a platform id is identified by that id alone. */
const SUBJECT = `a.platform_ad_id, case when a.platform_ad_id is null then a.media_id end as media_id`

type Subject = { platform_ad_id: string | null; media_id: string | null }

const toSubject = (row: Subject) => ({
  platformAdId: orUndefined(row.platform_ad_id),
  generatedMediaId: orUndefined(row.media_id),
})

type ObservationRow = Subject & {
  report_id: string
  row_no: number
  day: string
  currency: string
  spend: number
  impressions: number
  clicks: number
  conversions: number
  conversion_type: string
  revenue: number
  attribution: string
  objective: string
  fetched_at: Date
  platform_campaign_id: string | null
  campaign_name: string | null
  reach_7d: number | null
  counts: { [Name in RowFigure]?: number } | null
  breakdowns: ObservationRecord['breakdowns'] | null
  lift_test: ObservationRecord['liftTest'] | null
  source_id: string
  source: string
  received_at: Date
  superseded: boolean
}

/** Numbers arrived as doubles with at most six decimals, so reading them as float8 does not change them. */
const readObservations = (db: Rows, memoryId: number) => (after?: ObservationRow) =>
  db.rows<ObservationRow>(
    `select ${SUBJECT}, o.report_id, o.row_no, o.day::text, s.currency, o.spend::float8, o.impressions,
       o.clicks, o.conversions::float8, s.conversion_type, o.revenue::float8, s.attribution, o.objective,
       o.fetched_at, o.platform_campaign_id, o.campaign_name, o.reach_7d, o.counts, o.breakdowns,
       o.lift_test, o.source_id, o.source, o.received_at, not o.is_current as superseded
     from (
       select * from observations where memory_id = $1 and (report_id, row_no) > ($2::text, $3::smallint)
       order by report_id, row_no limit ${BATCH}
     ) o join ads a on a.id = o.ad_id join series s on s.id = o.series_id
     order by o.report_id, o.row_no`,
    [memoryId, after?.report_id ?? '', after?.row_no ?? 0],
  )

const toObservation = (row: ObservationRow): ObservationRecord => ({
  ...toSubject(row),
  reportId: row.report_id,
  row: row.row_no,
  day: row.day,
  currency: row.currency,
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
  conversions: row.conversions,
  conversionType: row.conversion_type,
  revenue: row.revenue,
  attribution: row.attribution,
  objective: row.objective,
  fetchedAt: row.fetched_at.toISOString(),
  platformCampaignId: orUndefined(row.platform_campaign_id),
  campaignName: orUndefined(row.campaign_name),
  reach7d: row.reach_7d ?? undefined,
  ...Object.fromEntries(rowFigures.map((name) => [name, row.counts?.[name]])),
  breakdowns: row.breakdowns?.map(({ by, value, spend, impressions, clicks, conversions, revenue }) => ({
    by,
    value,
    spend,
    impressions,
    clicks,
    conversions,
    revenue,
  })),
  liftTest: row.lift_test ? orderedLiftTest(row.lift_test) : undefined,
  sourceId: row.source_id,
  source: row.source,
  receivedAt: row.received_at.toISOString(),
  superseded: row.superseded,
})

/** The database orders the fields of an object by their length. */
const orderedLiftTest = ({
  since,
  testPeople,
  controlPeople,
  testConversions,
  controlConversions,
}: NonNullable<ObservationRecord['liftTest']>) => ({
  since,
  testPeople,
  controlPeople,
  testConversions,
  controlConversions,
})

type ClaimRow = Subject & {
  report_id: string
  metric: ClaimRecord['metric']
  value: number
  window_start: string
  window_end: string
  stated_conversions: number | null
  conversion_type: string | null
  attribution: string | null
  note: string | null
  source_id: string
  source: string
  claimed_at: Date
  superseded: boolean
}

const readClaims = (db: Rows, memoryId: number) => (after?: ClaimRow) =>
  db.rows<ClaimRow>(
    `select ${SUBJECT}, c.report_id, c.metric, c.value, c.window_start::text,
       c.window_end::text, c.stated_conversions, c.conversion_type, c.attribution, c.note, c.source_id,
       c.source, c.claimed_at, c.superseded_by is not null as superseded
     from (
       select * from claims where memory_id = $1 and (claimed_at, report_id) > ($2::timestamptz, $3::text)
       order by claimed_at, report_id limit ${BATCH}
     ) c join ads a on a.id = c.ad_id
     order by c.claimed_at, c.report_id`,
    [memoryId, after?.claimed_at ?? '-infinity', after?.report_id ?? ''],
  )

const toClaim = (row: ClaimRow): ClaimRecord => ({
  ...toSubject(row),
  reportId: row.report_id,
  metric: row.metric,
  value: row.value,
  windowStart: row.window_start,
  windowEnd: row.window_end,
  conversions: row.stated_conversions ?? undefined,
  conversionType: orUndefined(row.conversion_type),
  attribution: orUndefined(row.attribution),
  note: row.note ?? undefined,
  sourceId: row.source_id,
  source: row.source,
  claimedAt: row.claimed_at.toISOString(),
  superseded: row.superseded,
})
