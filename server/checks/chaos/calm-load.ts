import type { PlanChange } from './plan-run.ts'

/** The load of an injected bug: nothing else is random, so that what fails is the bug. */
export const calm = { kills: [], loadSeconds: 5, stallSeconds: 20, watchSeconds: 1 } satisfies PlanChange

export const alone = {
  ingredients: 0,
  twice: 0,
  later: 0,
  polls: 0,
  impatient: 0,
  attaches: 0,
  cancels: 0,
  erases: 0,
} as const

export const ok = { model: 'simulator/ok', n: 1, weight: 1 } as const
export const fail = { model: 'simulator/fail', n: 1, weight: 1 } as const
