import type { ReportRow } from '@atelier/contract'
import type { AdFacts, AdRow } from '#learning/evidence'

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

/** A reading whose ad is resolved. */
export type Reading = NewReading & { ad: AdRow }
