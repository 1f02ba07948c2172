import type { Verdict } from '@atelier/contract'
import { type BaselineRates, claimRule, estimate, ratioOf } from '#learning/statistics'
import { type ClaimCase, ORDER_SPREAD } from './claim-cases.ts'

/** How far a claim is off, as a logarithm (below zero when it claims too much), and its z score. */
type Estimate = { delta: number; z: number }

/**
 * Rules that could decide a verdict. Each decides only whether a claim is far off; the other verdicts stay.
 */
export const claimRules: Record<string, (given: ClaimCase) => Verdict> = {
  'the service (judgeClaim)': ({ drift }) => drift.verdict,
  specification: (given) => settle(given, specified(given)),
  'plain ratio alone': (given) => settle(given, plain(given)),
  'and plain delta 0.22': (given) =>
    settle(given, specified(given), { ...plain(given), z: specified(given).z }),
  'and plain z 1.64': (given) => settle(given, specified(given), plain(given)),
  'and likelihood of counts': (given) => settle(given, specified(given), likelihood(given)),
  "and the prior's pull": (given) => settle(given, pulled(given)),
  'prior halfway to claim': (given) => settle(given, fromPrior(given, 0.5)),
  'claim is the prior': (given) => settle(given, fromPrior(given, 1)),
  'and claim as prior, z 1.28': (given) => settle(given, specified(given), loosen(fromPrior(given, 1))),
  'and if the claim were true': (given) => settle(given, specified(given), ifTrue(given)),
  'that, of overstated alone': (given) =>
    settle(given, specified(given), ...(specified(given).delta < 0 ? [ifTrue(given)] : [])),
}

/** A claim is far off when every estimate says so. */
function settle({ drift, claim, sums }: ClaimCase, ...estimates: Estimate[]): Verdict {
  const enough = claim.metric === 'ctr' ? sums.impressions >= 2_000 : sums.conversions >= 5
  const all = (rule: (estimate: Estimate) => boolean) => enough && estimates.every(rule)
  if (all(({ delta, z }) => delta <= -claimRule.delta && z <= -claimRule.z)) return 'overstated'
  if (all(({ delta, z }) => delta >= claimRule.delta && z >= claimRule.z)) return 'understated'
  return drift.verdict === 'confirmed' ? 'confirmed' : 'inconclusive'
}

const specified = ({ drift }: ClaimCase): Estimate => ({ delta: drift.delta ?? 0, z: drift.z ?? 0 })

const plain = (given: ClaimCase): Estimate => {
  const delta = gapOf(given, ratioOf(given.claim.metric, given.sums))
  return { delta, z: delta / Math.hypot(plainSpread(given), claimSpread(given)) }
}

/**
 * The signed root of twice the log likelihood ratio; the claim's own spread is left to the first estimate.
 */
const likelihood = (given: ClaimCase): Estimate => {
  const { delta } = plain(given)
  return { delta, z: (Math.sign(delta) * Math.sqrt(2 * (Math.exp(-delta) - 1 + delta))) / plainSpread(given) }
}

/** The shift by the prior counts as noise. */
const pulled = (given: ClaimCase): Estimate => {
  const { delta } = specified(given)
  const moved = delta - plain(given).delta
  return { delta, z: delta / Math.hypot(spreadOf(given), claimSpread(given), moved) }
}

/** As specified, but with the baseline moved towards the claim by this share. */
const fromPrior = (given: ClaimCase, share: number): Estimate => {
  const delta = gapOf(given, believe(given, share).estimate)
  return { delta, z: delta / Math.hypot(spreadOf(given), claimSpread(given)) }
}

/**
 * The claim is the prior, and the noise is what it would be if the claim were true: the additional
 * conversions that it promises would have made the estimate more certain.
 */
const ifTrue = (given: ClaimCase): Estimate => {
  const delta = gapOf(given, believe(given, 1).estimate)
  return { delta, z: delta / Math.hypot(spreadOf(given) * Math.exp(delta / 2), claimSpread(given)) }
}

/** A second estimate with the weaker z of a bound. */
const loosen = ({ delta, z }: Estimate): Estimate => ({ delta, z: (z * claimRule.z) / claimRule.estimate.z })

const gapOf = ({ claim }: ClaimCase, seen: number | null): number => {
  const gap = Math.log(Math.max(seen ?? 0, Number.MIN_VALUE) / claim.value)
  return claim.metric === 'cpa' ? -gap : gap
}

const believe = (given: ClaimCase, share: number) =>
  estimate(given.claim.metric, given.sums, moveUsual(given, share), ORDER_SPREAD)

function moveUsual({ claim, usual }: ClaimCase, share: number): BaselineRates {
  const { metric, value } = claim
  const factor = (value / (usual[metric] as number)) ** share
  if (metric === 'ctr') return { ...usual, ctr: (usual.ctr as number) * factor }
  return { ...usual, lambda: (usual.lambda as number) * (metric === 'cpa' ? 1 / factor : factor) }
}

const spreadOf = ({ claim, sums, usual }: ClaimCase) =>
  estimate(claim.metric, sums, usual, ORDER_SPREAD).sd ?? 0

const plainSpread = ({ claim, sums }: ClaimCase) =>
  Math.sqrt((claim.metric === 'roas' ? 1 + ORDER_SPREAD ** 2 : 1) / sums.conversions)

const claimSpread = ({ claim }: ClaimCase) =>
  claim.conversions ? 1 / Math.sqrt(claim.conversions) : claimRule.claimSpread
