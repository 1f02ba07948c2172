// The funnel: from an impression to a conversion, and how far people come.
// Input: for each step how many could take it and how many did. Output: their sums.

import { type StepName, stepNames } from '@atelier/contract'

/** For each step that was counted: how many could take it, and how many did. */
export type StepSums = { [Step in StepName]?: [of: number, reached: number] }

/** The steps that were counted, in their order. */
export const countedSteps = (steps: StepSums): [step: StepName, of: number, reached: number][] =>
  stepNames.flatMap((step) => {
    const sums = steps[step]
    return sums ? [[step, ...sums]] : []
  })
