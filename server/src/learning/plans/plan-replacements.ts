import type { Replacement } from '@atelier/contract'
import type { StoredRunningAd } from '#learning/outlooks'

export type Replacing = NonNullable<Replacement['by']>

/** One plan replaces no more ads than this. */
const REPLACED_MAX = 20

/** Of the ads that are due, how many one combination may replace while there are others: a quarter. */
const SHARE_MOST = 1 / 4

export const mostAlike = (count: number): number => Math.ceil(SHARE_MOST * count)

/**
 * The running ads that are due, the most urgent first, each with what should take its place: first those that
 * bring less than usual already, then those that will, and of each the one that loses most first.
 */
export function planReplacements(
  running: StoredRunningAd[],
  proposalsFor: (count: number) => Replacing[][],
): Replacement[] {
  const due = running
    .filter(({ fall }) => fall.due)
    .sort((a, b) => Number(isUnder(b)) - Number(isUnder(a)) || b.urgency - a.urgency)
    .slice(0, REPLACED_MAX)
  const most = mostAlike(due.length)
  const by = alternate(
    proposalsFor(due.length).map((ofOne) => (ofOne.length > most ? sayAlike(ofOne) : ofOne)),
  )
  return due.map(({ platformAdId, generatedMediaId, fall, spendAtRisk, expectedLoss, currency }, no) => ({
    platformAdId,
    generatedMediaId,
    fall,
    spendAtRisk,
    expectedLoss,
    currency,
    by: by[no] ?? null,
  }))
}

const isUnder = ({ fall }: StoredRunningAd): boolean => fall.days === 0

const sayAlike = (ofOne: Replacing[]): Replacing[] =>
  ofOne.map((by) => {
    const why = `Proposed for ${ofOne.length} ads: too few other combinations are left that do not lose.`
    return { ...by, reason: `${by.reason} ${why}` }
  })

/**
 * The best of what is left comes next, so it replaces what costs most, and the same combination not twice in
 * a row while there is another.
 */
function alternate(proposals: Replacing[][]): Replacing[] {
  const ordered: Replacing[] = []
  let left = proposals.filter((ofOne) => ofOne.length > 0)
  let last: Replacing[] | undefined
  while (left.length > 0) {
    const others = left.filter((ofOne) => ofOne !== last)
    const best = (others.length > 0 ? others : left).reduce((best, one) =>
      liftOf(one) > liftOf(best) ? one : best,
    )
    ordered.push(...best.slice(0, 1))
    last = best.slice(1)
    left = left.flatMap((ofOne) => (ofOne !== best ? [ofOne] : last?.length ? [last] : []))
  }
  return ordered
}

const liftOf = ([next]: Replacing[]): number => next?.lift.expected ?? 0
