import type { By } from './plan-jobs.ts'

/** What an agent says about an ad. `factor`: by how much that differs from what its rows say. */
export type DemoClaim = {
  by: Exclude<By, 'owner'>
  /** The number of the ad. Without it: an ad of which nobody reported rows. */
  ad?: number
  days: number
  factor: number
  conversionType?: string
  note?: string
}

/** Each verdict at least once. One agent exaggerates, one is exact, one does not see all sales. */
export const claims: DemoClaim[] = [
  { by: 'night', ad: 1, days: 14, factor: 1.9, note: 'Close-ups of hands work in winter, for every product' },
  { by: 'night', ad: 6, days: 21, factor: 2.2, note: 'The market stall beats the kitchen by far' },
  { by: 'night', ad: 3, days: 28, factor: 1.6, note: 'Steam doubles the result' },
  { by: 'video', ad: 8, days: 28, factor: 1, note: 'People click more on pictures without a face' },
  { by: 'video', ad: 9, days: 28, factor: 1 },
  { by: 'video', ad: 10, days: 28, factor: 1 },
  { by: 'shop', ad: 1, days: 28, factor: 0.42, note: 'The mug beside the tent sells on Sundays' },
  { by: 'shop', ad: 13, days: 2, factor: 1.2 },
  { by: 'shop', ad: 2, days: 14, factor: 1, conversionType: 'lead' },
  { by: 'night', days: 7, factor: 3.4 },
]
