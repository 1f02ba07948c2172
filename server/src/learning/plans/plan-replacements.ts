import type { Replacement } from '@atelier/contract'
import type { StoredRunningAd } from '#learning/outlooks'

export type Replacing = NonNullable<Replacement['by']>

/** One plan replaces no more ads than this. */
const REPLACED_MAX = 20

/** The running ads that are due, the most urgent first, each with what should take its place. */
export function planReplacements(
  running: StoredRunningAd[],
  replacementsFor: (count: number) => Replacing[],
): Replacement[] {
  const due = running
    .filter(({ fall }) => fall.due)
    .sort((a, b) => b.urgency - a.urgency)
    .slice(0, REPLACED_MAX)
  // The best combination first: it replaces what costs most.
  const by = replacementsFor(due.length).sort((a, b) => b.lift.expected - a.lift.expected)
  return due.map(({ platformAdId, generatedMediaId, fall, spendAtRisk, currency }, no) => ({
    platformAdId,
    generatedMediaId,
    fall,
    spendAtRisk,
    currency,
    by: by[no] ?? null,
  }))
}
