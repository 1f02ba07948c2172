import type { ReportBody, ReportRow, SentRow } from '@atelier/contract'

/**
 * The rows of a report with what was sent once above them. A row that does not say when it was read counts as
 * read when it arrived. The schema has checked that every field is in one of the two places.
 */
export function completeRows(body: ReportBody, arrivedAt: Date): ReportRow[] {
  const { currency, conversionType, attribution, objective } = body
  const shared = { currency, conversionType, attribution, objective }
  const fetchedAt = body.fetchedAt ?? arrivedAt.toISOString()
  return (body.rows ?? []).map((row) => ({ fetchedAt, ...shared, ...definedOf(row) }) as ReportRow)
}

/** A field that is there but undefined must not hide the shared one. */
const definedOf = (row: SentRow): Partial<SentRow> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
