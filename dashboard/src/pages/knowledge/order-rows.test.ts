import type { HistoryRow } from '@atelier/contract'
import { expect, test } from 'vitest'
import { liftsOf, orderRows } from './order-rows.ts'

type Measured = [value: number, low: number, high: number]

const observed = (id: string, [value, low, high]: Measured, metric: 'roas' | 'cpa' = 'roas') =>
  ({
    id,
    evidence: 'observed',
    observed: { metric, value, low, high, lastDay: '2026-11-01' },
    claimed: null,
  }) as HistoryRow
const claimed = (id: string, value: number) =>
  ({ id, evidence: 'claimed', observed: null, claimed: { value } }) as HistoryRow

test('the lower bound orders, and a claim stands below every observation', () => {
  const rows = [claimed('said 99', 99), observed('wide', [5, 1, 20]), observed('sure', [4, 3.2, 5])]
  expect(orderRows(rows).map(({ id }) => id)).toEqual(['sure', 'wide', 'said 99'])
})

test('a lower cost is better, and its worse bound is the left one', () => {
  const rows = [observed('dear', [30, 25, 40], 'cpa'), observed('cheap', [10, 8, 13], 'cpa')]
  expect(orderRows(rows).map(({ id }) => id)).toEqual(['cheap', 'dear'])
  const { lift, low, high } = liftsOf(rows[1] as HistoryRow, 20)
  expect([lift, low, high]).toEqual([2, 20 / 13, 2.5])
})

test('without a baseline nothing is compared', () => {
  expect(liftsOf(observed('a', [4, 3, 5]), null)).toEqual({ lift: null, low: null, high: null })
})
