// Coefficient of variation (CV) of the value of one order, estimated from daily totals.
// Input: conversions and revenue in total, the number of days with orders, and the sum of
// revenue^2/conversions over these days. Output: sqrt(sum(c_d * (v_d/c_d - a)^2) / (D - 1)) / a with a = V/C,
// clamped to 0.3-1.5; 0.8 with fewer than 30 orders or 5 days.

import type { Sums } from './sums.ts'

/**
 * What is stored of the days for this estimate: the number of days with orders, and the sum of revenue² /
 * conversions over them.
 */
export type OrderValueSums = { days: number; squares: number }

const DEFAULT_CV = 0.8
const MIN_CV = 0.3
const MAX_CV = 1.5
const ORDERS_NEEDED = 30
const DAYS_NEEDED = 5

export const noOrderValues: OrderValueSums = { days: 0, squares: 0 }

/** The CV of one order's value, from the differences between days. */
export function orderValueCv(sums: Pick<Sums, 'conversions' | 'revenue'>, orders: OrderValueSums): number {
  const { conversions, revenue } = sums
  if (conversions < ORDERS_NEEDED || orders.days < DAYS_NEEDED || revenue <= 0) return DEFAULT_CV
  // The sum of c(v/c - a)² over days with a = V/C, expanded, so that the single days are not needed.
  const squares = Math.max(0, orders.squares - (revenue * revenue) / conversions)
  const cv = Math.sqrt(squares / (orders.days - 1)) / (revenue / conversions)
  return Math.min(MAX_CV, Math.max(MIN_CV, cv))
}

export const addOrderValues = (list: OrderValueSums[]): OrderValueSums =>
  list.reduce(
    (total, one) => ({ days: total.days + one.days, squares: total.squares + one.squares }),
    noOrderValues,
  )

/** The same days with a fraction of the orders. */
export const scaleOrderValues = ({ days, squares }: OrderValueSums, factor: number): OrderValueSums => ({
  days,
  squares: squares * factor,
})
