import { type ObservationRecord, type RowFigure, rowFigures } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { AdRow, Memory } from '#learning/evidence'
import { refreshClaims, refreshFatigue, refreshWeeks, sumSeries } from '#learning/evidence'
import type { Tx } from '#platform/db'
import { addAds, findOrCreateAds, type ImportChanges } from './import-ads.ts'
import { insertRows } from './insert-rows.ts'
import { bumpRevisions, indexSeries } from './save-rows.ts'

/** A series has some hundred rows, and one batch is read in one statement. */
const SERIES_BATCH = 200

/**
 * When a row counts as known: the same row of the same report is stored, or the newest stored row of the same
 * source and day has the same content.
 */
export type DuplicateRule = 'report row' | 'content'

type FindDuplicates = (tx: Tx, memory: Memory, rows: ObservationRecord[], ads: AdRow[]) => Promise<boolean[]>

/** Imports rows as they were reported and chooses which of them count. Returns how many are new. */
export async function importRows(
  tx: Tx,
  memory: Memory,
  changes: ImportChanges,
  { rows, duplicateRule }: { rows: ObservationRecord[]; duplicateRule: DuplicateRule },
): Promise<number> {
  const ads = await findOrCreateAds(tx, memory, changes, rows)
  const isDuplicate = await duplicateFinders[duplicateRule](tx, memory, rows, ads)
  const readings = rows.flatMap((row, i) => (isDuplicate[i] ? [] : [toReading(row, ads[i] as AdRow)]))
  if (readings.length === 0) return 0
  const { seriesIds, newSeries } = await insertRows(tx, memory.id, readings)
  for (const id of seriesIds) changes.series.add(id)
  for (const id of newSeries) changes.newSeries.add(id)
  addAds(
    changes,
    readings.map(({ ad }) => ad),
  )
  return readings.length
}

/** Recomputes everything that depends on the changes, after the last record was imported. */
export async function finishImport(
  tx: Tx,
  owner: Owner,
  memory: Memory,
  changes: ImportChanges,
): Promise<void> {
  for (const ids of chunksOf([...changes.series], SERIES_BATCH)) {
    await sumSeries(tx, ids, memory.today)
    await refreshFatigue(tx, ids)
    await refreshWeeks(tx, ids)
  }
  for (const ids of chunksOf([...changes.ads], SERIES_BATCH)) await refreshClaims(tx, ids)
  await bumpRevisions(tx, memory.id, changes.products)
  await indexSeries(tx, owner, [...changes.newSeries], changes.changedAds)
}

function* chunksOf<T>(list: T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

const toReading = (row: ObservationRecord, ad: AdRow) => ({
  reportId: row.reportId,
  rowNo: row.row,
  sourceId: row.sourceId,
  source: row.source,
  receivedAt: new Date(row.receivedAt),
  about: ad,
  row,
  ad,
})

/** Also detects a row that occurs twice in the file. */
const findByReportRow: FindDuplicates = async (tx, memory, rows) => {
  const found = await tx.rows<{ report_id: string; row_no: number }>(
    `select report_id, row_no from observations where memory_id = $1 and report_id = any($2::text[])`,
    [memory.id, [...new Set(rows.map(({ reportId }) => reportId))]],
  )
  const known = new Set(found.map(({ report_id, row_no }) => `${report_id} ${row_no}`))
  return rows.map(({ reportId, row }) => known.size === known.add(`${reportId} ${row}`).size)
}

type Sums = Pick<
  ObservationRecord,
  'objective' | 'spend' | 'impressions' | 'clicks' | 'conversions' | 'revenue'
>
type StoredRow = Sums & {
  ad_id: number
  day: string
  conversion_type: string
  attribution: string
  currency: string
  counts: Counts | null
}
type Counts = { [Name in RowFigure]?: number | undefined }

/**
 * Whether the newest stored row of the same source, ad and day has the same objective and sums, and every
 * count of this one: a file with fewer columns says nothing new.
 */
const findByContent: FindDuplicates = async (tx, _, rows, ads) => {
  const days = rows.map(({ day }) => day).sort()
  const stored = await tx.rows<StoredRow>(LAST, [
    [...new Set(ads.map((ad) => ad.id))],
    days[0],
    days.at(-1),
    rows[0]?.sourceId,
  ])
  const last = new Map(
    stored.map((row) => [
      JSON.stringify([row.ad_id, row.day, row.conversion_type, row.attribution, row.currency]),
      { sums: sumsKey(row), counts: row.counts ?? {} },
    ]),
  )
  return rows.map((row, i) => {
    const key = [ads[i]?.id, row.day, row.conversionType, row.attribution, row.currency]
    const known = last.get(JSON.stringify(key))
    return known?.sums === sumsKey(row) && hasCounts(known.counts, row)
  })
}

const hasCounts = (known: Counts, row: Counts): boolean =>
  rowFigures.every((name) => row[name] === undefined || row[name] === known[name])

/** Sums are stored with six decimals. */
const sumsKey = ({ objective, ...row }: Sums): string =>
  [objective, ...[row.spend, row.impressions, row.clicks, row.conversions, row.revenue].map(fixed)].join(' ')

const fixed = (sum: number) => Number(sum).toFixed(6)

const COLUMNS = `o.series_id, o.day, o.objective, o.spend::float8, o.impressions, o.clicks,
  o.conversions::float8, o.revenue::float8, o.counts, o.fetched_at, o.received_at, o.report_id, o.row_no`

/** Two queries, because current and other rows have separate indexes. */
const rowsWhere = (
  condition: string,
) => `select s.ad_id, s.conversion_type, s.attribution, s.currency, ${COLUMNS}
  from series s join observations o on o.series_id = s.id
  where s.ad_id = any($1::bigint[]) and ${condition}
    and o.day between $2::date and $3::date and o.source_id = $4`

const LAST = `select distinct on (series_id, day) ad_id, day::text, conversion_type, attribution, currency,
    objective, spend, impressions, clicks, conversions, revenue, counts
  from (${rowsWhere('o.is_current')} union all ${rowsWhere('not o.is_current')}) said
  order by series_id, day, fetched_at desc, received_at, report_id, row_no`

const duplicateFinders: Record<DuplicateRule, FindDuplicates> = {
  'report row': findByReportRow,
  content: findByContent,
}
