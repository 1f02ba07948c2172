import {
  countNames,
  type Funnel,
  type PatternFunnel,
  roundRatio,
  roundShare,
  roundSum,
} from '@atelier/contract'
import type { FunnelStanding, FunnelSums } from '#learning/evidence'
import {
  countedSteps,
  findLeak,
  poolSteps,
  ratesOf,
  type StepSums,
  type UsualSteps,
} from '#learning/statistics'

/** The counts and steps of an ad, in the order of the contract, with what was concluded about them. */
export const presentFunnel = ({ counts, steps }: FunnelSums, standing: FunnelStanding | null): Funnel => ({
  counts: Object.fromEntries(
    countNames.flatMap((name) => {
      const sum = counts[name]
      return sum === undefined ? [] : [[name, roundSum(sum)]]
    }),
  ),
  ...presentSteps(steps, standing ?? { usual: {}, leak: null }),
})

/** The same of several ads together; undefined when fewer than two of them count any step. */
export function presentPooledFunnel(ads: StepSums[], usual: UsualSteps): PatternFunnel | undefined {
  const steps = poolSteps(ads)
  if (Object.keys(steps).length === 0) return undefined
  return presentSteps(steps, { usual: ratesOf(usual), leak: findLeak(steps, usual) })
}

const presentSteps = (steps: StepSums, { usual, leak }: FunnelStanding): PatternFunnel => ({
  steps: countedSteps(steps).map(([step, of, reached]) => {
    const rate = of > 0 ? reached / of : null
    const usualRate = usual[step] ?? null
    return {
      step,
      of: roundSum(of),
      reached: roundSum(reached),
      rate: roundRatio(rate),
      usual: roundRatio(usualRate),
      lift: roundRatio(rate !== null && usualRate !== null ? rate / usualRate : null),
    }
  }),
  leak: leak && {
    step: leak.step,
    rate: roundRatio(leak.rate),
    high: roundRatio(leak.high),
    usual: roundRatio(leak.usual),
    lift: roundRatio(leak.lift),
    chance: roundShare(leak.chance),
  },
})
