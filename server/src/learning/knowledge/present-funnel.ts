import { countNames, type Funnel, roundRatio, roundSum } from '@atelier/contract'
import type { FunnelSums } from '#learning/evidence'
import { countedSteps } from '#learning/statistics'

/** What was counted beside the sums, in the order of the contract. */
export const presentFunnel = ({ counts, steps }: FunnelSums): Funnel => ({
  counts: Object.fromEntries(
    countNames.flatMap((name) => {
      const sum = counts[name]
      return sum === undefined ? [] : [[name, roundSum(sum)]]
    }),
  ),
  steps: countedSteps(steps).map(([step, of, reached]) => ({
    step,
    of: roundSum(of),
    reached: roundSum(reached),
    rate: of > 0 ? roundRatio(reached / of) : null,
  })),
})
