import type { Results } from './judge-ad.ts'
import { addOrderValues, scaleOrderValues } from './order-value-cv.ts'
import { addSums, scaleSums } from './sums.ts'

/** The results of several ads of one comparison group as one. Expects at least one ad. */
export function poolAds(ads: Results[]): Results {
  return {
    metric: ads[0]?.metric ?? 'ctr',
    plain: addSums(ads.map(({ plain }) => plain)),
    weighted: addSums(ads.map(({ weighted }) => weighted)),
    orders: addOrderValues(ads.map(({ orders }) => orders)),
    days: ads.reduce((sum, { days }) => sum + days, 0),
    lastRowAge: ads.reduce((least, { lastRowAge }) => Math.min(least, lastRowAge), Infinity),
    isFatigued: holdsForMostSpend(ads, ({ isFatigued }) => isFatigued),
    isDeclining: holdsForMostSpend(ads, ({ isDeclining }) => isDeclining),
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

/** Whether this is true of ads with more than half of the weighted spend. */
const holdsForMostSpend = (ads: Results[], is: (ad: Results) => boolean): boolean =>
  weightedSpendOf(ads.filter(is)) > weightedSpendOf(ads) / 2

const weightedSpendOf = (ads: Results[]): number => ads.reduce((sum, { weighted }) => sum + weighted.spend, 0)
