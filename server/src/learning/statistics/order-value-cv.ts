import type { Sums } from './sums.ts'

/**
 * What has to be kept of days to know later how much orders differ: how many days had any, and the sum of
 * revenue² / conversions over these.
 */
export type OrderValueSums = { days: number; squares: number }

const DEFAULT_CV = 0.8
const MIN_CV = 0.3
const MAX_CV = 1.5
const ORDERS_NEEDED = 30
const DAYS_NEEDED = 5

export const noOrderValues: OrderValueSums = { days: 0, squares: 0 }

/** The coefficient of variation of one order's value, from the differences between days. */
export function orderValueCv(sums: Pick<Sums, 'conversions' | 'revenue'>, orders: OrderValueSums): number {
  const { conversions, revenue } = sums
  if (conversions < ORDERS_NEEDED || orders.days < DAYS_NEEDED || revenue <= 0) return DEFAULT_CV
  // The sum of c(v/c - a)² over days with a = V/C, multiplied out, so that no day has to be seen again.
  const squares = Math.max(0, orders.squares - (revenue * revenue) / conversions)
  const cv = Math.sqrt(squares / (orders.days - 1)) / (revenue / conversions)
  return Math.min(MAX_CV, Math.max(MIN_CV, cv))
}

export const addOrderValues = (list: OrderValueSums[]): OrderValueSums =>
  list.reduce(
    (total, one) => ({ days: total.days + one.days, squares: total.squares + one.squares }),
    noOrderValues,
  )

/** Fewer orders on as many days. */
export const scaleOrderValues = ({ days, squares }: OrderValueSums, factor: number): OrderValueSums => ({
  days,
  squares: squares * factor,
})
