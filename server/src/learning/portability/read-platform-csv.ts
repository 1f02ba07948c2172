import { explainIssue, ObservationRecord, ROWS_PER_REPORT } from '@atelier/contract'
import { OWNER_IMPORT } from '#learning/ingestion'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { newPacer } from '#platform/turns'
import { type CsvHead, readCsvHead } from './csv-columns.ts'
import { badField, badLine, type NumberedRecord } from './numbered-record.ts'
import { type CsvRow, delimiterOf, readCsv } from './read-csv.ts'
import {
  cellReader,
  hasImpossibleMargin,
  readSheetRow,
  resultTypeOf,
  type SheetFormat,
} from './read-sheet-row.ts'

const SOURCE = { sourceId: OWNER_IMPORT, source: OWNER_IMPORT }

/** How many margins were left out, and the line of the first. */
export type LeftOut = { count: number; line: number }

export type PlatformCsv = {
  /** Columns that are not used. */
  ignored: string[]
  /** Margins above the revenue of their row. Complete when all records were read. */
  marginsLeftOut: LeftOut
  /** The rows as observations fetched at this time. */
  records(now: Date): AsyncGenerator<NumberedRecord>
}

/** Reads a CSV export of the advertising platform: one row per ad and day, columns in any order. */
export async function readPlatformCsv(text: string): Promise<PlatformCsv> {
  const delimiter = delimiterOf(text)
  const rows = async function* () {
    let isHead = true
    for await (const row of readCsv(text, delimiter)) {
      if (!isHead) yield row
      isHead = false
    }
  }
  const { value: first } = await readCsv(text, delimiter).next()
  const head = readCsvHead(first?.cells ?? [])
  requireColumns(head)
  const resultTypes = await collectResultTypes(head, rows())
  const format: SheetFormat = { head, resultTypes, decimal: delimiter === ';' ? ',' : '.' }
  const marginsLeftOut: LeftOut = { count: 0, line: 0 }
  return {
    ignored: head.ignored,
    marginsLeftOut,
    records: (now) => toRecords({ format, marginsLeftOut }, rows(), now),
  }
}

/** Refuses a file that lacks a column that is needed. */
function requireColumns({ columnIndex, currency }: CsvHead): void {
  const has = (...columns: (keyof typeof columnIndex)[]) =>
    columns.some((column) => columnIndex[column] !== undefined)
  const missing = [
    !has('adId') && 'Ad ID',
    !has('day') && !(has('starts') && has('ends')) && 'Day (the breakdown by day)',
    !has('spend') && 'Amount spent',
    !has('impressions') && 'Impressions',
    !has('clicks', 'linkClicks') && 'Clicks (all)',
    !currency && !has('currency') && 'Currency',
  ].filter((name) => name !== false)
  if (missing.length === 0) return
  const sentence = `The CSV has no column ${missing.join(', ')}. Add what is missing and export again.`
  throw new Refusal('invalid_request', sentence, { field: 'line 1' })
}

/** The result type of each ad. A day without results does not name it, but another day of the ad does. */
async function collectResultTypes(head: CsvHead, rows: AsyncIterable<CsvRow>): Promise<Map<string, string>> {
  const resultTypes = new Map<string, string>()
  if (head.columnIndex.resultType === undefined) return resultTypes
  const pacer = newPacer()
  for await (const row of rows) {
    if (pacer.isDue()) await pacer.pause()
    const type = resultTypeOf({ head }, row)
    if (type !== undefined) resultTypes.set(cellReader({ head }, row)('adId'), type)
  }
  return resultTypes
}

async function* toRecords(
  { format, marginsLeftOut }: { format: SheetFormat; marginsLeftOut: LeftOut },
  rows: AsyncIterable<CsvRow>,
  now: Date,
): AsyncGenerator<NumberedRecord> {
  const times = { fetchedAt: now.toISOString(), receivedAt: now.toISOString() }
  const seen = new Set<string>()
  let reportId = newId('report')
  for await (const row of rows) {
    const { line } = row
    const values = readSheetRow(format, row)
    if (!values) continue
    if (hasImpossibleMargin(values)) {
      delete values.margin
      if (marginsLeftOut.count++ === 0) marginsLeftOut.line = line
    }
    const rowNo = seen.size % ROWS_PER_REPORT
    if (rowNo === 0) reportId = newId('report')
    const input = { ...values, ...SOURCE, ...times, reportId, row: rowNo }
    const parsed = ObservationRecord.safeParse(input, { error: explainIssue })
    if (!parsed.success) throw badField(line, parsed.error.issues)
    const record = parsed.data
    const { platformAdId, day, conversionType, attribution, currency } = record
    const key = JSON.stringify([platformAdId, day, conversionType, attribution, currency])
    if (seen.has(key))
      throw badLine(
        line,
        'this is a second row for one ad and day. Export with no breakdown other than by day',
      )
    seen.add(key)
    yield { kind: 'observation', line, record }
  }
}
