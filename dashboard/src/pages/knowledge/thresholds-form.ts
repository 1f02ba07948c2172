import type { Thresholds } from '@atelier/contract'

export type ThresholdName = keyof Thresholds

/** In the order of the dialog. */
export const thresholdNames: ThresholdName[] = [
  'spend',
  'spendInCpa',
  'impressions',
  'conversions',
  'clicks',
  'days',
  'lastRowDays',
]

/** What the fields hold, as it was typed. */
export type ThresholdsForm = Record<ThresholdName, string>

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

export const writeThresholds = (thresholds: Thresholds): ThresholdsForm =>
  Object.fromEntries(thresholdNames.map((name) => [name, plain.format(thresholds[name])])) as ThresholdsForm

/** A number of at least zero; undefined for anything else. */
function readNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,，]/g, '')
  return /^\d{1,10}(\.\d{1,4})?$/.test(digits) ? Number(digits) : undefined
}

/** The body of the request, or which fields are wrong. */
export function readThresholds(form: ThresholdsForm): { body: Thresholds } | { wrong: ThresholdName[] } {
  const read = thresholdNames.map((name) => [name, readNumber(form[name])] as const)
  const wrong = read.flatMap(([name, value]) => (value === undefined ? [name] : []))
  return wrong.length > 0 ? { wrong } : { body: Object.fromEntries(read) as Thresholds }
}
