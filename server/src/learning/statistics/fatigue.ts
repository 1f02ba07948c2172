// Fatigue and decline of one ad, from its daily sums in date order, as of its last day; and of several ads.
// Fatigued: CTR over 7 days (at least 2,000 impressions) is below 0.8 of the best 7 days on each of the last
// 3 days, or impressions per person reached within 7 days exceed 3.5.
// Declining: conversions per spend, last 7 days against the 21 days before: delta = ln(rate ratio), z =
// delta/sqrt(1/c1 + 1/c2), both with at least 5 conversions; delta <= -0.22 and z <= -1.64.
// A cell is tired, and a pattern that wins is fatigued: at least half of the weighted spend is in ads that
// are fatigued or declining and still run.

import type { Tier } from '@atelier/contract'
import type { Results } from './judge-ad.ts'
import { addSums, type Sums } from './sums.ts'

/** The sums of one day of an ad. */
export type Day = Sums & {
  day: string
  /** People reached in the seven days that end on this day. */
  reach7d: number | null
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

const IMPRESSIONS_NEEDED = 2_000
const FATIGUED_BELOW = 0.8
const FATIGUED_FOR_DAYS = 3

/** Impressions per person reached within a week. */
const FREQUENCY_MAX = 3.5

const BEFORE_DAYS = 21
const CONVERSIONS_NEEDED = 5
const DELTA_NEEDED = 0.22
const Z_NEEDED = 1.64

/** Whether the audience has seen the ad too often, as of its last day. Expects the days in date order. */
export const isFatigued = (days: Day[]): boolean => hasLowCtr(days) || hasHighFrequency(days)

/**
 * Whether an ad brings fewer conversions per spend than before, as of its last day. Expects the days in date
 * order.
 */
export function isDeclining(days: Day[]): boolean {
  const before = sumOfDaysBefore(days, days.length - 1, WEEK_DAYS, WEEK_DAYS + BEFORE_DAYS)
  const change = conversionRateChange(sumOfWeekEnding(days, days.length - 1), before)
  return change !== null && change.delta <= -DELTA_NEEDED && change.z <= -Z_NEEDED
}

/** The log ratio of conversions per spend in two periods, and its z score. Null with too few conversions. */
export function conversionRateChange(now: Sums, before: Sums): { delta: number; z: number } | null {
  const enough = [now, before].every(
    ({ conversions, spend }) => conversions >= CONVERSIONS_NEEDED && spend > 0,
  )
  if (!enough) return null
  const delta = Math.log(now.conversions / now.spend / (before.conversions / before.spend))
  return { delta, z: delta / Math.sqrt(1 / now.conversions + 1 / before.conversions) }
}

/** Whether the 7-day CTR was far below the best 7-day CTR on each of the last three days. */
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

/** The sums of the 7 days that end on each day, starting with the first complete week. */
function weeklySums(days: Day[]): Sums[] {
  const numbers = days.map(({ day }) => numberOf(day))
  const first = numbers[0] ?? 0
  let from = 0
  return numbers.flatMap((end, at) => {
    while ((numbers[from] ?? end) <= end - WEEK_DAYS) from++
    return end - first >= WEEK_DAYS - 1 ? [addSums(days.slice(from, at + 1))] : []
  })
}

const sumOfWeekEnding = (days: Day[], at: number): Sums => sumOfDaysBefore(days, at, 0, WEEK_DAYS)

/** The sums of the days that are at least `from` and less than `to` days before day `at`. */
function sumOfDaysBefore(days: Day[], at: number, from: number, to: number): Sums {
  const end = numberOf(days[at]?.day ?? '')
  // There is at most one row per day, so no day in range is further back in the list than `to` entries.
  const near = days.slice(Math.max(0, at - to + 1), at + 1)
  return addSums(
    near.filter(({ day }) => {
      const age = end - numberOf(day)
      return age >= from && age < to
    }),
  )
}

const numberOf = (day: string): number => Date.parse(day) / DAY_MS

const TIRED_SHARE = 0.5

/**
 * Only ads with a row in the last 7 days count. Every good ad fatigues in the end; without this limit the
 * memory would advise, one by one, against everything that ever worked.
 */
const STILL_RUNNING_DAYS = 7

type AdInUse = Pick<Results, 'weighted' | 'lastRowAge' | 'isDeclining'>

/** `tierOf` is asked only about ads that may count. */
export function areTired<T extends AdInUse>(ads: T[], tierOf: (ad: T) => Tier): boolean {
  const tired = ads.filter(
    (ad) => ad.lastRowAge < STILL_RUNNING_DAYS && (ad.isDeclining || tierOf(ad) === 'fatigued'),
  )
  return tired.length > 0 && spendOf(tired) >= TIRED_SHARE * spendOf(ads)
}

const spendOf = (ads: AdInUse[]): number => ads.reduce((sum, { weighted }) => sum + weighted.spend, 0)
