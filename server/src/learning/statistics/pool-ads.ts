import type { DayRange, Results } from './judge-ad.ts'
import { addOrderValues, scaleOrderValues } from './order-value-cv.ts'
import { addSums, scaleSums } from './sums.ts'

/**
 * The results of several ads of one comparison group as one. Expects at least one ad. Whether the ads are
 * fatigued is another question (`areTired`).
 */
export function poolAds(ads: Results[]): Results {
  const ran = ads.flatMap((ad) => ad.ran)
  return {
    metric: ads[0]?.metric ?? 'ctr',
    plain: addSums(ads.map(({ plain }) => plain)),
    weighted: addSums(ads.map(({ weighted }) => weighted)),
    orders: addOrderValues(ads.map(({ orders }) => orders)),
    days: countDays(ran),
    ran,
    lastRowAge: ads.reduce((least, { lastRowAge }) => Math.min(least, lastRowAge), Infinity),
    isFatigued: false,
    isDeclining: false,
  }
}

/**
 * Limits the share of one ad to half: if its weighted spend exceeds that of all others together (T), all its
 * sums are multiplied by T / its spend. One success is not a pattern.
 */
export function capLargest<T extends Results>(ads: T[]): T[] {
  const largest = ads.reduce((most, ad) => (ad.weighted.spend > most.weighted.spend ? ad : most), ads[0] as T)
  const others = weightedSpendOf(ads.filter((ad) => ad !== largest))
  if (!(largest.weighted.spend > others)) return ads
  return ads.map((ad) => (ad === largest ? scale(ad, others / ad.weighted.spend) : ad))
}

const scale = <T extends Results>(ad: T, factor: number): T => ({
  ...ad,
  plain: scaleSums(ad.plain, factor),
  weighted: scaleSums(ad.weighted, factor),
  orders: scaleOrderValues(ad.orders, factor),
})

const weightedSpendOf = (ads: Results[]): number => ads.reduce((sum, { weighted }) => sum + weighted.spend, 0)

/** How many days are in any of the ranges. A day on which several ads ran counts once. */
function countDays(ranges: DayRange[]): number {
  let days = 0
  let end = -Infinity
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    days += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return days
}
