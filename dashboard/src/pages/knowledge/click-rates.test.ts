import type { ResultDay } from '@atelier/contract'
import { expect, test } from 'vitest'
import { clickRates } from './click-rates.ts'

const day = (at: number, clicks: number, impressions = 1_000) =>
  ({ day: `2026-11-${String(at).padStart(2, '0')}`, clicks, impressions }) as ResultDay

test('weeks are sums of seven calendar days, never means of ratios', () => {
  const days = [day(1, 40), day(2, 20), day(3, 0, 0), day(10, 10), day(11, 10), day(12, 10)]
  const { best, last, points } = clickRates(days)
  expect(best).toBeCloseTo(0.03)
  expect(last).toBeCloseTo(0.01)
  expect(points).toHaveLength(5)
})

test('too few impressions are no week', () => {
  expect(clickRates([day(1, 5, 500)])).toMatchObject({ best: null, last: null })
  expect(clickRates([])).toEqual({ points: [], best: null, last: null })
})
