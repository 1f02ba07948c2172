// The funnel: from an impression to a conversion, and where it leaks.
// Input: for each step how many could take it and how many did, of an ad (or of pooled ads) and of all ads of
// its comparison group. Output: the step where the ad is below the group by more than chance.
// Estimate r = (3 + reached)/(3/r0 + of), so that little data stays near the rate r0 of the group;
// sd = sqrt(1/(3 + reached) + 1/reached0), delta = ln(r/r0), chance = m * Phi(delta/sd) for m steps compared.
// A leak: delta <= -0.22 and chance <= 0.05; of several the one with the lowest r/r0.

import { type StepName, stepNames } from '@atelier/contract'
import { normalCdf } from './normal-cdf.ts'
import { Z_90 } from './wilson-bound.ts'

/** For each step that was counted: how many could take it, and how many did. */
export type StepSums = { [Step in StepName]?: [of: number, reached: number] }

/** The usual rate of each step, and how many took it. Missing while there is too little data. */
export type UsualSteps = { [Step in StepName]?: { rate: number; reached: number } }

/** Where ads lose more people than is usual, and how sure that is. */
export type Leak = {
  step: StepName
  /** The estimate; the true rate is below `high` with a probability of 90%. */
  rate: number
  high: number
  usual: number
  lift: number
  chance: number
}

/** `delta` is the least loss that matters, the one from which a claim counts as overstated. */
const rule = { priorReached: 3, delta: 0.22, chance: 0.05, usualReached: 20, usualAds: 2 }

/** The last step is all of these together, so it is compared only without them. */
const partsOfConversion: StepName[] = ['cart', 'checkout', 'purchase']

/** The steps that were counted, in their order. */
export const countedSteps = (steps: StepSums): [step: StepName, of: number, reached: number][] =>
  stepNames.flatMap((step) => {
    const sums = steps[step]
    return sums ? [[step, ...sums]] : []
  })

/** What is usual for these ads: 20 that took the step, in at least two ads. */
export function usualSteps(ads: StepSums[]): UsualSteps {
  const usual: UsualSteps = {}
  for (const step of stepNames) {
    const counted = ads.flatMap((ad) => (ad[step] ? [ad[step]] : []))
    const [of, reached] = addAll(counted)
    if (counted.length >= rule.usualAds && reached >= rule.usualReached && of > 0)
      usual[step] = { rate: reached / of, reached }
  }
  return usual
}

/** The usual rates alone. */
export const ratesOf = (usual: UsualSteps): { [Step in StepName]?: number } =>
  Object.fromEntries(Object.entries(usual).map(([step, { rate }]) => [step, rate]))

/** The step where these sums are furthest below what is usual; null when none is by more than chance. */
export function findLeak(steps: StepSums, usual: UsualSteps): Leak | null {
  const comparable = countedSteps(steps).flatMap(([step, ...sums]) =>
    usual[step] ? [compare(step, sums, usual[step])] : [],
  )
  const hasParts = comparable.some(({ step }) => partsOfConversion.includes(step))
  const compared = comparable.filter(({ step }) => !(hasParts && step === 'conversion'))
  const leaks = compared
    .map(({ pValue, ...found }) => ({ ...found, chance: Math.min(1, compared.length * pValue) }))
    .filter(({ lift, chance }) => Math.log(lift) <= -rule.delta && chance <= rule.chance)
  return leaks.sort((a, b) => a.lift - b.lift)[0] ?? null
}

function compare(
  step: StepName,
  [of, reached]: [of: number, reached: number],
  usual: { rate: number; reached: number },
): Omit<Leak, 'chance'> & { pValue: number } {
  const events = rule.priorReached + reached
  const rate = events / (rule.priorReached / usual.rate + of)
  const lift = rate / usual.rate
  const pValue = normalCdf(Math.log(lift) / Math.sqrt(1 / events + 1 / usual.reached))
  return { step, rate, high: rate * Math.exp(Z_90 / Math.sqrt(events)), usual: usual.rate, lift, pValue }
}

/**
 * The steps of several ads as one. One ad counts at most as much as the others together, so a step that only
 * one ad counts is left out: one bad page is no pattern.
 */
export function poolSteps(ads: StepSums[]): StepSums {
  const pooled: StepSums = {}
  for (const step of stepNames) {
    const counted = ads.flatMap((ad) => (ad[step] ? [ad[step]] : []))
    const [largest = [0, 0], ...others] = counted.sort((a, b) => b[0] - a[0])
    const rest = addAll(others)
    if (rest[0] <= 0) continue
    const weight = Math.min(1, rest[0] / largest[0])
    pooled[step] = [rest[0] + weight * largest[0], rest[1] + weight * largest[1]]
  }
  return pooled
}

const addAll = (list: [number, number][]): [of: number, reached: number] =>
  list.reduce((total, one) => [total[0] + one[0], total[1] + one[1]], [0, 0])
