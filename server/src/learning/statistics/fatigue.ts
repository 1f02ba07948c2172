import { addSums, type Sums } from './sums.ts'

/** One day of an ad. */
export type Day = Sums & {
  day: string
  /** People reached in the seven days that end here. */
  reach7d: number | null
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

const IMPRESSIONS_NEEDED = 2_000
const FATIGUED_BELOW = 0.8
const FATIGUED_FOR_DAYS = 3

/** So often has everybody seen it within a week. */
const FREQUENCY_MAX = 3.5

const BEFORE_DAYS = 21
const CONVERSIONS_NEEDED = 5
const DELTA_NEEDED = 0.22
const Z_NEEDED = 1.64

/** Whether people have seen enough of an ad, as of its last day. The days come in order. */
export const isFatigued = (days: Day[]): boolean => hasLowCtr(days) || hasHighFrequency(days)

/** Whether an ad brings fewer conversions for its money than it did, as of its last day. In order, too. */
export function isDeclining(days: Day[]): boolean {
  const before = sumOfDaysBefore(days, days.length - 1, WEEK_DAYS, WEEK_DAYS + BEFORE_DAYS)
  const change = conversionRateChange(sumOfWeekEnding(days, days.length - 1), before)
  return change !== null && change.delta <= -DELTA_NEEDED && change.z <= -Z_NEEDED
}

/** How conversions for the money have changed, and by how many of their standard deviations. */
export function conversionRateChange(now: Sums, before: Sums): { delta: number; z: number } | null {
  const enough = [now, before].every(
    ({ conversions, spend }) => conversions >= CONVERSIONS_NEEDED && spend > 0,
  )
  if (!enough) return null
  const delta = Math.log(now.conversions / now.spend / (before.conversions / before.spend))
  return { delta, z: delta / Math.sqrt(1 / now.conversions + 1 / before.conversions) }
}

/** The rate of the last week has been far below that of the best one on three days running. */
function hasLowCtr(days: Day[]): boolean {
  const rates = weeklySums(days).map(({ clicks, impressions }) =>
    impressions >= IMPRESSIONS_NEEDED ? clicks / impressions : null,
  )
  const best = rates.reduce<number>((most, rate) => Math.max(most, rate ?? 0), 0)
  const lastRates = rates.slice(-FATIGUED_FOR_DAYS)
  return (
    lastRates.length === FATIGUED_FOR_DAYS &&
    lastRates.every((rate) => rate !== null && rate < FATIGUED_BELOW * best)
  )
}

function hasHighFrequency(days: Day[]): boolean {
  const reach = days.at(-1)?.reach7d ?? 0
  return reach > 0 && sumOfWeekEnding(days, days.length - 1).impressions / reach > FREQUENCY_MAX
}

/** The week that ends with each day, from the first whole one on. */
function weeklySums(days: Day[]): Sums[] {
  const first = days[0]?.day ?? ''
  return days.flatMap(({ day }, at) =>
    daysBetween(first, day) >= WEEK_DAYS - 1 ? [sumOfWeekEnding(days, at)] : [],
  )
}

const sumOfWeekEnding = (days: Day[], at: number): Sums => sumOfDaysBefore(days, at, 0, WEEK_DAYS)

/** The sums of days that were at least `from` and less than `to` days before this one. */
function sumOfDaysBefore(days: Day[], at: number, from: number, to: number): Sums {
  const end = days[at]?.day ?? ''
  // Every day has one row at most, so none that counts is further away than that.
  const near = days.slice(Math.max(0, at - to + 1), at + 1)
  return addSums(
    near.filter(({ day }) => {
      const age = daysBetween(day, end)
      return age >= from && age < to
    }),
  )
}

const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / DAY_MS
