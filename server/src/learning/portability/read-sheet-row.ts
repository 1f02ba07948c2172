import { type RowFigure, rowFigures } from '@atelier/contract'
import type { CsvColumn, CsvHead } from './csv-columns.ts'
import { badLine } from './numbered-record.ts'
import { type DecimalSign, parseAmount } from './parse-amount.ts'
import type { CsvRow } from './read-csv.ts'

/** What is needed to read the rows of one file. */
export type SheetFormat = {
  head: CsvHead
  decimal: DecimalSign
  /** The result type of each ad, by ad id: a day without results does not name it. */
  resultTypes: Map<string, string>
}

/** One row as the fields of an observation; undefined for a summary row, which has no ad. */
export function readSheetRow(format: SheetFormat, row: CsvRow): Record<string, unknown> | undefined {
  const cell = cellReader(format, row)
  const platformAdId = cell('adId')
  if (platformAdId === '') return undefined
  if (/^[\d.,]+E\+?\d+$/i.test(platformAdId))
    throw badLine(
      row.line,
      'a spreadsheet has rounded the ad id. Export the file again and send it unchanged',
    )
  const amount = (column: CsvColumn): number => {
    const number = parseAmount(cell(column), format.decimal)
    if (number === undefined) throw badLine(row.line, `${column} must be a number of at least 0`)
    return number
  }
  const { conversionType, conversions } = conversionsOf(format, row, amount)
  if (conversionType === 'purchase' && format.head.columnIndex.value === undefined)
    throw badLine(
      row.line,
      'the column "Purchases conversion value" is required with purchases. Add it and export again',
    )
  return {
    platformAdId,
    platformCampaignId: cell('campaignId') || undefined,
    campaignName: cell('campaignName') || undefined,
    day: dayOf(format, row),
    currency: format.head.currency ?? cell('currency'),
    spend: amount('spend'),
    impressions: amount('impressions'),
    clicks: amount(format.head.columnIndex.clicks === undefined ? 'linkClicks' : 'clicks'),
    conversions,
    conversionType,
    revenue: amount('value'),
    attribution: attributionOf(cell('attribution')),
    objective: cell('objective') || objectives[conversionType] || 'traffic',
    ...countsOf(format, row, amount),
  }
}

/** Returns a function that reads a cell of the row by column; '' when the column is missing. */
export const cellReader =
  ({ head }: Pick<SheetFormat, 'head'>, { cells }: CsvRow) =>
  (column: CsvColumn): string =>
    cells[head.columnIndex[column] ?? -1]?.trim() ?? ''

/** An image has no plays, and a margin may not be known: their empty cells are no zeros. Others are. */
const unknownWhenEmpty: ReadonlySet<RowFigure> = new Set([
  'videoPlays',
  'threeSecondPlays',
  'thruPlays',
  'playsTo25',
  'playsTo50',
  'playsTo75',
  'playsTo100',
  'margin',
])
const EMPTY = /^[-–]?$/

/** The optional counts, as far as the file has their columns. */
const countsOf = (format: SheetFormat, row: CsvRow, amount: (column: CsvColumn) => number) =>
  Object.fromEntries(
    rowFigures
      .filter((name) => format.head.columnIndex[name] !== undefined)
      .filter((name) => !(unknownWhenEmpty.has(name) && EMPTY.test(cellReader(format, row)(name))))
      .map((name) => [name, name === 'margin' ? marginOf(format, row) : amount(name)]),
  )

/** Goods may cost more than they bring. */
function marginOf(format: SheetFormat, row: CsvRow): number {
  const [, sign, amount = ''] = /^([-\u2212]?)(.*)$/su.exec(cellReader(format, row)('margin')) ?? []
  const number = parseAmount(amount, format.decimal)
  if (number === undefined) throw badLine(row.line, 'margin must be a number')
  return sign === '' ? number : -number
}

/**
 * A margin is part of the revenue. Results without a value, such as leads, may have a profit all the same,
 * and the owner cannot change what the platform exports.
 */
export const hasImpossibleMargin = ({ margin, revenue }: Record<string, unknown>): boolean =>
  margin !== undefined && Number(margin) > Number(revenue)

const objectives: Record<string, string> = { purchase: 'sales', lead: 'leads' }

/** The result type in the words that agents use; undefined when the row does not name it. */
export function resultTypeOf(format: Pick<SheetFormat, 'head'>, row: CsvRow): string | undefined {
  const resultType = cellReader(
    format,
    row,
  )('resultType')
    .toLowerCase()
    .replace(/^actions:/, '')
  if (resultType.includes('purchase')) return 'purchase'
  if (resultType.includes('lead')) return 'lead'
  return resultType || undefined
}

/**
 * The results column, if the ad optimises for something other than purchases; else purchases, which have a
 * value.
 */
function conversionsOf(format: SheetFormat, row: CsvRow, amount: (column: CsvColumn) => number) {
  const { columnIndex } = format.head
  const type = resultTypeOf(format, row) ?? format.resultTypes.get(cellReader(format, row)('adId'))
  if (columnIndex.purchases !== undefined && (type ?? 'purchase') === 'purchase')
    return { conversionType: 'purchase', conversions: amount('purchases') }
  if (columnIndex.results === undefined || type === undefined)
    return { conversionType: 'none', conversions: 0 }
  return { conversionType: type, conversions: amount('results') }
}

function dayOf(format: SheetFormat, row: CsvRow): string {
  const cell = cellReader(format, row)
  if (format.head.columnIndex.day !== undefined) return cell('day')
  if (cell('starts') === cell('ends')) return cell('starts')
  throw badLine(row.line, 'the row covers more than one day. Export with the breakdown by day')
}

/** `7-day click or 1-day view` becomes `7d_click_1d_view`, as agents write it. */
function attributionOf(setting: string): string {
  const windows = [...setting.toLowerCase().matchAll(/(\d+)[- ]day (engaged[- ]view|click|view)/g)]
  const words = windows.map(([, days, what = '']) => `${days}d_${what.replace(/[- ]/, '_')}`)
  return words.join('_') || setting || 'default'
}
