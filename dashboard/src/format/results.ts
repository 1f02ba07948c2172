import type { Metric } from '@atelier/contract'

export const UNKNOWN = '–'

const names: Record<Metric, string> = { roas: 'ROAS', cpa: 'CPA', ctr: 'CTR' }

export const metricName = (metric: Metric): string => names[metric]

const plain = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const two = plain(2)
const one = plain(1)
const upToOne = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** 4.03; 1.39%; 18.80 EUR. Amounts keep the currency of their row. */
export function metricValue(metric: Metric, value: number | null, currency?: string | null): string {
  if (value === null) return UNKNOWN
  if (metric === 'ctr') return `${two.format(value * 100)}%`
  if (metric === 'cpa') return currency ? `${two.format(value)} ${currency}` : two.format(value)
  return two.format(value)
}

/** −643.10 EUR: a loss has a real minus sign. */
export const amountIn = (amount: number | null, currency: string | null): string =>
  amount === null ? UNKNOWN : `${two.format(amount).replace('-', '−')}${currency ? ` ${currency}` : ''}`

/** 40 or 9.6: sums of conversions can be parts. */
export const countOf = (count: number | null): string => (count === null ? UNKNOWN : upToOne.format(count))

/** −32.8%, with a real minus sign. */
export const signedPercent = (percent: number): string =>
  `${percent < 0 ? '−' : '+'}${one.format(Math.abs(percent))}%`

export const timesOf = (lift: number): string => `${one.format(lift)}×`

/** How many times better than usual: under one is worse. A lower cost is better. */
export function liftOf(metric: Metric, value: number | null, usual: number | null): number | null {
  if (value === null || usual === null || value <= 0 || usual <= 0) return null
  return metric === 'cpa' ? usual / value : value / usual
}
