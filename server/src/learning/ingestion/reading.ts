import { type ReportRow, type RowFigure, rowFigures } from '@atelier/contract'
import type { AdFacts, AdRow } from '#learning/evidence'

/**
 * The source of what the owner brings in, by file or by hand, next to the keys. It is one source: rows that
 * the owner sends twice do not corroborate each other.
 */
export const OWNER_IMPORT = 'owner_import'

/** One reported row: its source, the ad it is about, and when it arrived. */
export type NewReading = {
  reportId: string
  rowNo: number
  sourceId: string
  source: string
  receivedAt: Date
  about: AdFacts
  row: ReportRow
}

/** What a row counts beside its sums; null when it counts nothing. */
export function countsOf(row: Pick<ReportRow, RowFigure>): Pick<ReportRow, RowFigure> | null {
  const counted = rowFigures.filter((name) => row[name] !== undefined)
  return counted.length > 0 ? Object.fromEntries(counted.map((name) => [name, row[name]])) : null
}

/** A reading whose ad is resolved. */
export type Reading = NewReading & { ad: AdRow }
