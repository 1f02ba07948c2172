import type { ResultDay } from '@atelier/contract'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A week with fewer impressions says nothing; the service uses the same number. */
const IMPRESSIONS_NEEDED = 2_000

export type ClickRates = {
  points: { day: string; rate: number }[]
  /** The click rate of the best seven days, and of the last; null with too few impressions. */
  best: number | null
  last: number | null
}

/** The click rate of each day, and of the seven days that end on it. Expects the days in date order. */
export function clickRates(days: ResultDay[]): ClickRates {
  const points = days
    .filter(({ impressions }) => impressions > 0)
    .map(({ day, clicks, impressions }) => ({ day, rate: clicks / impressions }))
  const weeks = days.map(({ day }) => weekEnding(days, day))
  const known = weeks.filter((rate) => rate !== null)
  return { points, best: known.length === 0 ? null : Math.max(...known), last: weeks.at(-1) ?? null }
}

function weekEnding(days: ResultDay[], last: string): number | null {
  const end = new Date(last).getTime()
  const week = days.filter(({ day }) => {
    const at = new Date(day).getTime()
    return at <= end && at > end - WEEK_MS
  })
  const impressions = week.reduce((sum, day) => sum + day.impressions, 0)
  const clicks = week.reduce((sum, day) => sum + day.clicks, 0)
  return impressions >= IMPRESSIONS_NEEDED ? clicks / impressions : null
}
