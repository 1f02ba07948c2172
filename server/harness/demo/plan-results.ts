import { seededRandom } from '../random/index.ts'

export type AdPlan = { ad: string; campaign: string; quality: number }

type DayRow = {
  day: string
  spend: number
  impressions: number
  clicks: number
  conversions: number
  revenue: number
}

const DAY_MS = 86_400_000
/** Of the whole population: 8 EUR for a thousand impressions, 1.2% clicks, 3% of them buy for 38 EUR. */
const COST_PER_IMPRESSION = 0.008
const CLICKS_PER_IMPRESSION = 0.012
const CONVERSIONS_PER_CLICK = 0.03
const BASKET_EUR = 38
/** People see an ad too often after some weeks. */
const WEAR_PER_DAY = 0.008
const WEEKEND = 1.25

/** The last days before today (UTC), oldest first. */
export const daysUntil = (today: Date, days: number): string[] =>
  Array.from({ length: days }, (_, at) =>
    new Date(today.getTime() - (days - at) * DAY_MS).toISOString().slice(0, 10),
  )

/** Campaigns and qualities of ads: a few good ones, many average ones, some that nobody wants. */
export function planAds(count: number, seed: number): AdPlan[] {
  const random = seededRandom('ads', seed)
  const qualities = [1.9, 1.5, 1.3, 1.1, 1, 1, 0.9, 0.85, 0.7, 0.5]
  return Array.from({ length: count }, (_, at) => ({
    ad: `demo-ad-${String(at + 1).padStart(2, '0')}`,
    campaign: ['Autumn prospecting', 'Autumn returning', 'Presents'][at % 3] as string,
    quality: (qualities[at % qualities.length] as number) * random.float(0.92, 1.08),
  }))
}

/** The sums of an ad on one day, by the seed, the ad and the day alone: a later start only adds days. */
export function planDay({ ad, quality }: AdPlan, day: string, seed: number): DayRow {
  const random = seededRandom('day', seed, ad, day)
  const age = seededRandom('age', seed, ad).int(0, 12)
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  const spend = Math.round(random.float(14, 42) * (isWeekend ? WEEKEND : 1) * 100) / 100
  const impressions = Math.round(spend / (COST_PER_IMPRESSION * random.float(0.85, 1.2)))
  const fresh = Math.max(0.6, 1 - WEAR_PER_DAY * age)
  const clicks = Math.round(impressions * CLICKS_PER_IMPRESSION * quality * fresh * random.float(0.85, 1.15))
  const conversions = Math.min(clicks, drawCount(clicks * CONVERSIONS_PER_CLICK * quality, random.next))
  const revenue = Math.round(conversions * BASKET_EUR * random.float(0.8, 1.25) * 100) / 100
  return { day, spend, impressions, clicks, conversions, revenue }
}

/** A count with this mean, by the method of Knuth: single sales are rare and come in bunches. */
function drawCount(mean: number, next: () => number): number {
  const end = Math.exp(-mean)
  let count = 0
  for (let product = next(); product > end; product *= next()) count++
  return count
}
