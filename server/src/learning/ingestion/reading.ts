import type { ReportRow } from '@atelier/contract'
import type { AdFacts, AdRow } from '#learning/evidence'

/** One row as somebody handed it in: whose word it is, about which ad, and when it came. */
export type NewReading = {
  reportId: string
  rowNo: number
  sourceId: string
  source: string
  receivedAt: Date
  about: AdFacts
  row: ReportRow
}

/** The same, once its ad is known. */
export type Reading = NewReading & { ad: AdRow }
