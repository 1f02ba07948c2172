import type { Check } from '../../harness/report/index.ts'
import type { Compared } from './compare-policies.ts'

/** The new rule is never more than this below the best simple rule, and in so many worlds this far above. */
const MARGIN = 0.02
const WORLDS_AHEAD = 12

/** What a small run may be off at random, in standard errors; the full run has no slack. */
const SLACK = 3

export function checkPlans(compared: Compared[], small: boolean, worlds: number): Check[] {
  const highest = ({ lead }: Compared) => lead.mean + (small ? SLACK * lead.error : 0)
  const behind = compared.filter((one) => highest(one) < -MARGIN)
  const ahead = compared.filter((one) => highest(one) >= MARGIN)
  const checks = [
    {
      sentence: `the new rule of the plan is nowhere more than ${100 * MARGIN}% below the best simple rule`,
      failures: behind.map(({ world, lead }) => `${world}: ${(100 * lead.mean).toFixed(1)}%`),
    },
    // A few worlds cannot show it.
    compared.length === worlds && {
      sentence: `it is ${100 * MARGIN}% above it in at least ${WORLDS_AHEAD} of ${compared.length} worlds`,
      failures: ahead.length >= WORLDS_AHEAD ? [] : [`only in ${ahead.length}`],
    },
  ]
  return checks.filter((check) => check !== false)
}
