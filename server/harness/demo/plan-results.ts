import { type Random, seededRandom } from '../random/index.ts'
import { campaigns } from './demo-shop.ts'

/** `since`: its first day. `wear`: how much of its click rate it loses in a day, once people know it. */
export type AdPlan = { ad: string; campaign: string; since: string; quality: number; wear: number }

type DayRow = {
  day: string
  spend: number
  impressions: number
  clicks: number
  conversions: number
  revenue: number
  outboundClicks: number
  landingPageViews: number
  addsToCart: number
  checkouts: number
  newCustomers: number
  margin: number
}

const DAY_MS = 86_400_000
/** Of the whole population: 8 EUR for a thousand impressions, 1.2% clicks, 3% of them buy for 38 EUR. */
const COST_PER_IMPRESSION = 0.008
const CLICKS_PER_IMPRESSION = 0.012
const CONVERSIONS_PER_CLICK = 0.03
const BASKET_EUR = 38
/** Of a sale, clay and work are paid; two of three are made by people who have not bought before. */
const MARGIN = 0.45
const NEW_CUSTOMERS = 0.66
/** Of the clicks, and of those who leave the platform; the page of one ad is far too slow. */
const OUTBOUND = 0.85
const LANDING = 0.82
const SLOW_PAGE = 'demo-ad-03'
const SLOW_LANDING = 0.4
/** People see an ad too often after some weeks; of the first one, everybody who wants to has bought. */
const FRESH_DAYS = 8
const WEAR = 0.004
const TIRED_WEAR = 0.035
const LEAST_FRESH = 0.45
const WEEKEND = 1.25
/** A few good ones, many average ones, some that nobody wants. The first wears out. */
const QUALITIES = [1.75, 1.6, 1.2, 1, 1.1, 0.5, 1.4, 0.8, 1, 0.95, 1.05, 1.3, 0.7, 1.12, 0.9, 1.15, 1, 0.85]

/** The last days before today (UTC), oldest first. */
export const daysUntil = (today: Date, days: number): string[] =>
  Array.from({ length: days }, (_, at) =>
    new Date(today.getTime() - (days - at) * DAY_MS).toISOString().slice(0, 10),
  )

/** One ad for each first day, with its campaign and how good it is. */
export const planAds = (since: string[], seed: number): AdPlan[] =>
  since.map((day, at) => ({
    ad: `demo-ad-${String(at + 1).padStart(2, '0')}`,
    campaign: campaigns[at % campaigns.length] as string,
    since: day,
    quality: (QUALITIES[at % QUALITIES.length] as number) * seededRandom('ad', seed, at).float(0.96, 1.04),
    wear: at === 0 ? TIRED_WEAR : WEAR,
  }))

/**
 * The sums of an ad on one day, by the seed, the ad and its age alone: a later start only adds days, and what
 * ads have shown after a month is the same in every month.
 */
export function planDay({ ad, since, quality, wear }: AdPlan, day: string, seed: number): DayRow {
  const age = (Date.parse(day) - Date.parse(since)) / DAY_MS
  const random = seededRandom('day', seed, ad, age)
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  const spend = Math.round(random.float(14, 42) * (isWeekend ? WEEKEND : 1) * 100) / 100
  const impressions = Math.round(spend / (COST_PER_IMPRESSION * random.float(0.85, 1.2)))
  const fresh = Math.max(LEAST_FRESH, 1 - wear * Math.max(0, age - FRESH_DAYS))
  const clicks = Math.round(impressions * CLICKS_PER_IMPRESSION * quality * fresh * random.float(0.85, 1.15))
  const conversions = Math.min(clicks, drawCount(clicks * CONVERSIONS_PER_CLICK * quality, random.next))
  const revenue = Math.round(conversions * BASKET_EUR * random.float(0.8, 1.25) * 100) / 100
  const sums = { spend, impressions, clicks, conversions, revenue }
  const visits = planVisits(ad, clicks, conversions, seededRandom('visits', seed, ad, age))
  const newCustomers = Math.round(conversions * NEW_CUSTOMERS)
  return { day, ...sums, ...visits, newCustomers, margin: Math.round(revenue * MARGIN * 100) / 100 }
}

/** The steps from a click to a conversion, with draws of their own. */
function planVisits(ad: string, clicks: number, conversions: number, random: Random) {
  const landing = ad === SLOW_PAGE ? SLOW_LANDING : LANDING
  const outboundClicks = Math.max(conversions, Math.round(clicks * OUTBOUND * random.float(0.95, 1.05)))
  const arrived = Math.round(outboundClicks * landing * random.float(0.95, 1.05))
  const landingPageViews = Math.min(outboundClicks, Math.max(conversions, arrived))
  const checkouts = conversions + drawCount(0.6 * conversions, random.next)
  const addsToCart = checkouts + drawCount(checkouts + 0.05 * landingPageViews, random.next)
  return { outboundClicks, landingPageViews, addsToCart, checkouts }
}

/** A count with this mean, by the method of Knuth: single sales are rare and come in bunches. */
function drawCount(mean: number, next: () => number): number {
  const end = Math.exp(-mean)
  let count = 0
  for (let product = next(); product > end; product *= next()) count++
  return count
}
