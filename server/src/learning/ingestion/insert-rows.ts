import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import {
  type CurrentRow,
  type CurrentRowChoice,
  chooseCurrentRows,
  type DayKey,
  precedenceOf,
} from './choose-current-rows.ts'
import { countsOf, type Reading } from './reading.ts'

type Inserted = Pick<CurrentRowChoice, 'accepted' | 'replaced' | 'ignored'> & {
  /** Series whose rows have changed. */
  seriesIds: string[]
  /** Series that are new, or got their first rows. */
  newSeries: string[]
}

/** Stores every row as reported and chooses which of them count. */
export async function insertRows(tx: Tx, memoryId: number, readings: Reading[]): Promise<Inserted> {
  const series = await findOrCreateSeries(tx, memoryId, readings)
  const current = await findCurrent(tx, readings, series)
  const dayKeys = readings.map((reading) => dayKey(seriesKeyOf(reading), reading.row.day))
  const { isCurrent, replacedRowIds, ...counts } = chooseCurrentRows(readings, dayKeys, current)
  // Before the insert, because a unique index allows one current row per day.
  if (replacedRowIds.length > 0)
    await tx.row(`update observations set is_current = false where id = any($1::bigint[])`, [replacedRowIds])
  const rows = readings.map((reading, i) =>
    toColumns(reading, series.ids[i] as string, isCurrent[i] === true),
  )
  await tx.row(
    `insert into observations (memory_id, ${columns})
     select $1, ${columns} from jsonb_to_recordset($2) as fresh(report_id text, row_no smallint,
       ad_id bigint, series_id text, source_id text, source text, day date, objective text, spend numeric,
       impressions bigint, clicks bigint, conversions numeric, revenue numeric, reach_7d bigint,
       counts jsonb, breakdowns jsonb, lift_test jsonb, platform_campaign_id text, campaign_name text,
       fetched_at timestamptz, received_at timestamptz, is_current boolean)`,
    [memoryId, JSON.stringify(rows)],
  )
  const replacedIn = [...current.values()]
    .filter(({ id }) => replacedRowIds.includes(id))
    .map((row) => row.series_id)
  return { ...counts, seriesIds: [...new Set([...series.ids, ...replacedIn])], newSeries: series.newIds }
}

const toColumns = ({ row, ...reading }: Reading, seriesId: string, isCurrent: boolean) => ({
  ...precedenceOf({ row, ...reading }),
  ad_id: reading.ad.id,
  series_id: seriesId,
  source_id: reading.sourceId,
  source: reading.source,
  day: row.day,
  objective: row.objective,
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
  conversions: row.conversions,
  revenue: row.revenue,
  reach_7d: row.reach7d ?? null,
  counts: countsOf(row),
  breakdowns: row.breakdowns?.length ? row.breakdowns : null,
  lift_test: row.liftTest ?? null,
  platform_campaign_id: row.platformCampaignId ?? null,
  campaign_name: row.campaignName ?? null,
  is_current: isCurrent,
})

const columns = `report_id, row_no, ad_id, series_id, source_id, source, day, objective, spend, impressions,
  clicks, conversions, revenue, reach_7d, counts, breakdowns, lift_test, platform_campaign_id, campaign_name,
  fetched_at, received_at, is_current`

/** The rows that count until now for the same days, in any currency. */
async function findCurrent(
  tx: Tx,
  readings: Reading[],
  { existing }: SeriesOfReadings,
): Promise<Map<DayKey, CurrentRow>> {
  const byId = new Map(existing.map((series) => [series.id, series]))
  const rows = await tx.rows<CurrentRow>(
    `select id, series_id, day::text, fetched_at, received_at, report_id, row_no from observations
     where is_current and series_id = any($1::text[]) and day = any($2::date[])`,
    [[...byId.keys()], [...new Set(readings.map(({ row }) => row.day))]],
  )
  return new Map(rows.map((row) => [dayKey(byId.get(row.series_id) as SeriesKey, row.day), row]))
}

const dayKey = (key: SeriesKey, day: string): DayKey =>
  JSON.stringify([key.ad_id, key.conversion_type, key.attribution, day])

type SeriesKey = {
  ad_id: number
  conversion_type: string | null
  attribution: string | null
  currency: string | null
}

/** The series of each reading, which of them are new, and all series that the ads had before. */
type SeriesOfReadings = { ids: string[]; newIds: string[]; existing: (SeriesKey & { id: string })[] }

/**
 * Rows that may be summed share a series: same ad, conversion type, attribution and currency. An ad with
 * claims only has a series without these; the first observation takes it over, so its id stays the same.
 */
async function findOrCreateSeries(tx: Tx, memoryId: number, readings: Reading[]): Promise<SeriesOfReadings> {
  const existing = await tx.rows<SeriesKey & { id: string }>(
    `select id, ad_id, conversion_type, attribution, currency from series where ad_id = any($1::bigint[])`,
    [[...new Set(readings.map(({ ad }) => ad.id))]],
  )
  const byKey = new Map(existing.map((series) => [seriesKeyText(series), series.id]))
  const newSeries: NewSeries[] = []
  const ids = readings.map((reading) => {
    const key = seriesKeyOf(reading)
    const found = byKey.get(seriesKeyText(key))
    if (found) return found
    const claimOnly = seriesKeyText({
      ad_id: key.ad_id,
      conversion_type: null,
      attribution: null,
      currency: null,
    })
    const id = byKey.get(claimOnly) ?? newId('history')
    byKey.delete(claimOnly)
    byKey.set(seriesKeyText(key), id)
    const { ad, source, receivedAt } = reading
    newSeries.push({ ...key, id, product_id: ad.product_id, source, reported_at: receivedAt })
    return id
  })
  if (newSeries.length > 0) await upsertSeries(tx, memoryId, newSeries)
  return { ids, newIds: newSeries.map(({ id }) => id), existing }
}

type NewSeries = SeriesKey & { id: string; product_id: string; source: string; reported_at: Date }

const seriesKeyOf = ({ ad, row }: Reading): SeriesKey => ({
  ad_id: ad.id,
  conversion_type: row.conversionType,
  attribution: row.attribution,
  currency: row.currency,
})

const seriesKeyText = (key: SeriesKey): string =>
  JSON.stringify([key.ad_id, key.conversion_type, key.attribution, key.currency])

const upsertSeries = (tx: Tx, memoryId: number, series: NewSeries[]): Promise<unknown> =>
  tx.row(
    `insert into series (id, memory_id, ad_id, product_id, conversion_type, attribution, currency, evidence,
       source, reported_at)
     select id, $1, ad_id, product_id, conversion_type, attribution, currency, 'observed', source, reported_at
     from jsonb_to_recordset($2) as fresh(id text, ad_id bigint, product_id text, conversion_type text,
       attribution text, currency text, source text, reported_at timestamptz)
     on conflict (id) do update set conversion_type = excluded.conversion_type,
       attribution = excluded.attribution, currency = excluded.currency, evidence = 'observed'`,
    [memoryId, JSON.stringify(series)],
  )
