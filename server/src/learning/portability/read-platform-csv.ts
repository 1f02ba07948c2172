import { explainIssue, ObservationRecord, ROWS_PER_REPORT } from '@atelier/contract'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { type CsvHead, readCsvHead } from './csv-columns.ts'
import { badField, badLine, type NumberedRecord } from './numbered-record.ts'
import { type CsvRow, delimiterOf, readCsv } from './read-csv.ts'
import { cellsOf, readSheetRow, resultTypeOf, type Sheet } from './read-sheet-row.ts'

/** What the owner imports is a source of its own, beside those of the keys. */
const SOURCE = { sourceId: 'owner_import', source: 'owner_import' }

export type PlatformCsv = {
  /** Columns that mean nothing here. */
  ignored: string[]
  /** Its rows as observations that were read at this time. May be asked for again. */
  records(now: Date): AsyncGenerator<NumberedRecord>
}

/** What the advertising platform exports: a row for each ad and day, its columns in any order. */
export async function openPlatformCsv(text: string): Promise<PlatformCsv> {
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
  mustSuffice(head)
  const types = await collectTypes(head, rows())
  const sheet: Sheet = { head, types, decimal: delimiter === ';' ? ',' : '.' }
  return { ignored: head.ignored, records: (now) => toRecords(sheet, rows(), now) }
}

function mustSuffice({ at, currency }: CsvHead): void {
  const has = (...columns: (keyof typeof at)[]) => columns.some((column) => at[column] !== undefined)
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

/** A day without a result does not say which result is meant; another day of the ad does. */
async function collectTypes(head: CsvHead, rows: AsyncIterable<CsvRow>): Promise<Map<string, string>> {
  const types = new Map<string, string>()
  if (head.at.resultType === undefined) return types
  for await (const row of rows) {
    const type = resultTypeOf({ head }, row)
    if (type !== undefined) types.set(cellsOf({ head }, row)('adId'), type)
  }
  return types
}

async function* toRecords(
  sheet: Sheet,
  rows: AsyncIterable<CsvRow>,
  now: Date,
): AsyncGenerator<NumberedRecord> {
  const times = { fetchedAt: now.toISOString(), receivedAt: now.toISOString() }
  const seen = new Set<string>()
  let reportId = newId('report')
  for await (const row of rows) {
    const said = readSheetRow(sheet, row)
    if (!said) continue
    const place = seen.size % ROWS_PER_REPORT
    if (place === 0) reportId = newId('report')
    const input = { ...said, ...SOURCE, ...times, reportId, row: place }
    const parsed = ObservationRecord.safeParse(input, { error: explainIssue })
    if (!parsed.success) throw badField(row.line, parsed.error.issues)
    const record = parsed.data
    const { platformAdId, day, conversionType, attribution, currency } = record
    const key = JSON.stringify([platformAdId, day, conversionType, attribution, currency])
    if (seen.has(key))
      throw badLine(
        row.line,
        'this is a second row for one ad and day. Export with no breakdown other than by day',
      )
    seen.add(key)
    yield { kind: 'observation', line: row.line, record }
  }
}
