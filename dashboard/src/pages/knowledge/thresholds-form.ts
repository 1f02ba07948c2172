import type { Thresholds, ThresholdsBody } from '@atelier/contract'

export type ThresholdName = keyof Thresholds

/** In the order of the dialog. A target may be empty: then there is none. */
const minimumNames = [
  'spend',
  'spendInCpa',
  'impressions',
  'conversions',
  'clicks',
  'days',
  'lastRowDays',
] as const
const targetNames = ['targetCpa', 'targetRoas'] as const
export const thresholdNames: ThresholdName[] = [...minimumNames, ...targetNames]

/** What the fields hold, as it was typed. */
export type ThresholdsForm = Record<ThresholdName, string>

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })

export const writeThresholds = (thresholds: Thresholds): ThresholdsForm =>
  Object.fromEntries(
    thresholdNames.map((name) => [name, name in thresholds ? plain.format(thresholds[name] ?? 0) : '']),
  ) as ThresholdsForm

/** A number of at least zero; undefined for anything else. */
function readNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,，]/g, '')
  return /^\d{1,10}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
}

/** As `readNumber`; nothing is no target, and zero none that can be reached. */
const readTarget = (text: string): number | null | undefined =>
  text.trim() === '' ? null : readNumber(text) || undefined

/** The body of the request, or which fields are wrong. */
export function readThresholds(form: ThresholdsForm): { body: ThresholdsBody } | { wrong: ThresholdName[] } {
  const read = [
    ...minimumNames.map((name) => [name, readNumber(form[name])] as const),
    ...targetNames.map((name) => [name, readTarget(form[name])] as const),
  ]
  const wrong = read.flatMap(([name, value]) => (value === undefined ? [name] : []))
  return wrong.length > 0 ? { wrong } : { body: Object.fromEntries(read) }
}
