import { thresholdsByDefault, type Verdict } from '@atelier/contract'
import {
  type BaselineRates,
  type Claim,
  computeBaseline,
  type Drift,
  judgeClaim,
  noOrderValues,
  noSums,
  type Random,
  type Sums,
} from '#learning/statistics'
import { drawPoisson, drawRevenue } from './draw-counts.ts'

/** A claim, the rows that it is compared with, and the service's verdict. */
export type ClaimCase = { claim: Claim; sums: Sums; usual: BaselineRates; drift: Drift }

/** The account of the worked examples, large enough that its baseline is exact: ROAS 2, CPA 25, CTR 1.2%. */
const account = computeBaseline(
  [{ plain: { spend: 2.5e7, impressions: 1e9, clicks: 1.2e7, conversions: 1e6, revenue: 5e7 } }],
  'roas',
) as BaselineRates

export const ORDER_SPREAD = 0.8

function claimCase(claim: Pick<Claim, 'metric' | 'value'>, sums: Partial<Sums>, conversions = 0): ClaimCase {
  const whole = { ...claim, conversions: conversions || null, windowDays: 7 }
  const seen = { ...noSums, impressions: 1e5, ...sums }
  const rows = {
    sums: seen,
    orders: noOrderValues,
    coveredDays: 7,
    days: 7,
    lastRowAge: 1,
    isComparable: true,
  }
  const drift = judgeClaim(whole, rows, account, thresholdsByDefault)
  return { claim: whole, sums: seen, usual: account, drift }
}

/**
 * A claim about an ad: its true factor relative to the baseline, and the claimed factor relative to the
 * truth.
 */
export type Situation = { name: string; truth: number; claimed: number; verdict: Verdict }

export const situations = {
  half: { name: '1.5 times', truth: 1, claimed: 1.5, verdict: 'overstated' },
  double: { name: '2 times', truth: 1, claimed: 2, verdict: 'overstated' },
  honest: { name: 'honest', truth: 1, claimed: 1, verdict: 'overstated' },
  honestAtTwice: { name: 'honest, at 2', truth: 2, claimed: 1, verdict: 'overstated' },
  honestAtThrice: { name: 'honest, at 3', truth: 3, claimed: 1, verdict: 'overstated' },
  doubleAtTwice: { name: '2 times, at 2', truth: 2, claimed: 2, verdict: 'overstated' },
  modest: { name: 'half', truth: 1, claimed: 0.5, verdict: 'understated' },
  honestAtHalf: { name: 'honest, at 0.5', truth: 0.5, claimed: 1, verdict: 'understated' },
} as const satisfies Record<string, Situation>

/** A claim about the ROAS of an ad whose spend brings `around` conversions on average. */
export function drawCase(random: Random, { truth, claimed }: Situation, around: number): ClaimCase {
  const { cpa, aov, roas } = account as Record<'cpa' | 'aov' | 'roas', number>
  const conversions = drawPoisson(random, around)
  const revenue = drawRevenue(random, conversions, aov, ORDER_SPREAD)
  return claimCase(
    { metric: 'roas', value: roas * truth * claimed },
    { spend: (around * cpa) / truth, conversions, revenue },
  )
}

const A = { spend: 600, conversions: 40, revenue: 2_600 }
const roas = (value: number) => ({ metric: 'roas', value }) as const

/** The worked examples of the specification, with their verdicts. */
export const workedExamples: { no: number; given: ClaimCase; verdict: Verdict }[] = [
  { no: 14, given: claimCase(roas(6), A), verdict: 'overstated' },
  { no: 15, given: claimCase(roas(6), A, 25), verdict: 'inconclusive' },
  { no: 16, given: claimCase(roas(4.4), A), verdict: 'confirmed' },
  { no: 17, given: claimCase(roas(3.4), A), verdict: 'inconclusive' },
  { no: 18, given: claimCase(roas(2.2), A), verdict: 'understated' },
  { no: 19, given: claimCase(roas(6), { spend: 20, conversions: 2, revenue: 160 }), verdict: 'inconclusive' },
  {
    no: 20,
    given: claimCase(roas(3), { spend: 300, conversions: 12, revenue: 700 }),
    verdict: 'inconclusive',
  },
  {
    no: 21,
    given: claimCase({ metric: 'cpa', value: 12 }, { spend: 320, conversions: 18 }),
    verdict: 'overstated',
  },
]
