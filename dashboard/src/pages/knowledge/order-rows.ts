import type { Evidence, HistoryRow } from '@atelier/contract'
import { liftOf } from '../../format/results.ts'

const strength: Record<Evidence, number> = { corroborated: 2, observed: 2, claimed: 1 }

/** The bound that the truth is better than with 90%, comparable between metrics of one kind. */
const boundOf = ({ observed }: HistoryRow): number => {
  if (!observed) return Number.NEGATIVE_INFINITY
  const { metric, low, high, value } = observed
  if (metric === 'cpa') return -(high ?? value * 10)
  return low ?? value / 10
}

/** Best proven first: a claim never stands among observations, whatever it says. */
export const orderRows = (rows: HistoryRow[]): HistoryRow[] =>
  rows.toSorted(
    (a, b) =>
      strength[b.evidence] - strength[a.evidence] ||
      (a.observed?.metric ?? '').localeCompare(b.observed?.metric ?? '') * -1 ||
      boundOf(b) - boundOf(a) ||
      (b.claimed?.value ?? 0) - (a.claimed?.value ?? 0),
  )

/** The estimate and its bounds as multiples of the usual, with the better bound on the right. */
export function liftsOf({ observed }: HistoryRow, usual: number | null) {
  if (!observed) return { lift: null, low: null, high: null }
  const { metric, value, low, high } = observed
  const [worse, better] = metric === 'cpa' ? [high, low] : [low, high]
  return {
    lift: liftOf(metric, value, usual),
    low: liftOf(metric, worse, usual),
    high: liftOf(metric, better, usual),
  }
}
