import type { Breakdown } from '@atelier/contract'
import type { Language } from '../../format/time.ts'

export type Dimension = Breakdown['by']

const COUNTRY = /^[A-Z]{2}$/

/** What was reported, as it is; a country by its name, where it is a code of one. */
export function partName({ by, value }: Pick<Breakdown, 'by' | 'value'>, language: Language): string {
  if (by !== 'country' || !COUNTRY.test(value)) return value
  return new Intl.DisplayNames(language, { type: 'region' }).of(value) ?? value
}

/** The dimensions that were reported, in the order of the service. */
export const dimensionsOf = (parts: Breakdown[]): Dimension[] => [...new Set(parts.map(({ by }) => by))]

export type PartRow = {
  part: Breakdown /** Of the largest part of its dimension, by spend. */
  share: number
}

/** The parts of one dimension alone: those of two divide the same total and never stand together. */
export function partsOf(parts: Breakdown[], dimension: Dimension): PartRow[] {
  const chosen = parts.filter(({ by }) => by === dimension)
  const most = Math.max(0, ...chosen.map(({ spend }) => spend))
  return chosen.map((part) => ({ part, share: most === 0 ? 0 : part.spend / most }))
}
