import { expect, test } from 'vitest'
import { isFatigued } from '../../src/learning/statistics/index.ts'
import { type AdPlan, daysUntil, planAds, planDay } from './plan-results.ts'

const days = daysUntil(new Date('2026-11-14T12:00:00Z'), 30)
const SINCE = Array.from({ length: 12 }, () => days[0] as string)
const rowsOf = (ad: AdPlan) => days.map((day) => planDay(ad, day, 1))

test('the days end yesterday and are the same for every start of a day', () => {
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-15', '2026-11-13', 30])
})

test('the same seed gives the same results, and another one others', () => {
  const planned = (seed: number) =>
    planAds(SINCE, seed).map((ad) => days.map((day) => planDay(ad, day, seed)))
  expect(planned(1)).toEqual(planned(1))
  expect(planned(1)).not.toEqual(planned(2))
})

test('results are plausible: clicks and sales are rare, and better ads sell more', () => {
  const ads = planAds(SINCE, 1)
  const roas = ads.map((ad) => {
    const rows = rowsOf(ad)
    for (const { impressions, clicks, conversions } of rows)
      expect([clicks <= impressions, conversions <= clicks]).toEqual([true, true])
    const sum = (field: 'spend' | 'revenue') => rows.reduce((total, row) => total + row[field], 0)
    return sum('revenue') / sum('spend')
  })
  const [best = 0, worst = 0] = [roas[1], roas[5]]
  expect(best).toBeGreaterThan(2 * worst)
  for (const one of roas) expect([one > 0.1, one < 12]).toEqual([true, true])
})

test('visits go from click to sale, and one page is far slower than the others', () => {
  const landed = planAds(SINCE, 1).map((ad) => {
    const rows = rowsOf(ad)
    for (const { clicks, outboundClicks, landingPageViews, checkouts, addsToCart, conversions } of rows) {
      expect(outboundClicks).toBeLessThanOrEqual(clicks)
      expect(landingPageViews).toBeLessThanOrEqual(outboundClicks)
      expect(checkouts).toBeLessThanOrEqual(addsToCart)
      expect(conversions).toBeLessThanOrEqual(checkouts)
    }
    const sum = (field: 'outboundClicks' | 'landingPageViews') =>
      rows.reduce((total, row) => total + row[field], 0)
    return sum('landingPageViews') / sum('outboundClicks')
  })
  expect(landed.map((rate) => rate < 0.6)).toEqual(SINCE.map((_, at) => at === 2))
})

test('the first ad is fatigued after a month, and no other one', () => {
  const tired = planAds(SINCE, 1).map((ad) =>
    isFatigued(rowsOf(ad).map((row) => ({ ...row, reach7d: null }))),
  )
  expect(tired).toEqual(SINCE.map((_, at) => at === 0))
})
