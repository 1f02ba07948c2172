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
  const by = takeTurns(
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
 * Each combination once, then each a second time, and so on, so that ads next to each other get different
 * ones. The best of a turn comes first: it replaces what costs most.
 */
function takeTurns(proposals: Replacing[][]): Replacing[] {
  const turns = Math.max(0, ...proposals.map((ofOne) => ofOne.length))
  return Array.from({ length: turns }, (_, turn) =>
    proposals.flatMap((ofOne) => ofOne[turn] ?? []).sort((a, b) => b.lift.expected - a.lift.expected),
  ).flat()
}
