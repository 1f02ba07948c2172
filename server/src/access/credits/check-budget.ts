import type { Caller } from '#access/identity'
import { Refusal } from '#platform/refusal'

/** The guardrails of a key. */
export type BudgetLimits = Pick<Caller, 'dailyCreditLimit' | 'perJobCreditLimit'>

/**
 * Whether a key may spend this much more. `spentCredits` is what the jobs that this key submitted today cost,
 * less what came back; `resetsAt` is when that day ends. What a single job may cost has nothing to do with
 * the day: nothing is spent of it and it never resets.
 */
export function checkBudget(
  { dailyCreditLimit, perJobCreditLimit }: BudgetLimits,
  spentCredits: number,
  costCredits: number,
  resetsAt: Date,
): Refusal | undefined {
  if (perJobCreditLimit !== null && costCredits > perJobCreditLimit) {
    return new Refusal(
      'budget_exceeded',
      `This costs ${costCredits} credits; the limit of this key is ${perJobCreditLimit} for one job. ` +
        'Nothing was charged.',
      { limit: perJobCreditLimit, spent: 0, required: costCredits, resetsAt: null },
    )
  }
  if (dailyCreditLimit === null || spentCredits + costCredits <= dailyCreditLimit) return undefined
  return new Refusal(
    'budget_exceeded',
    `This costs ${costCredits} credits; this key has spent ${spentCredits} of its ${dailyCreditLimit} ` +
      `for today. The limit resets at ${resetsAt.toISOString()}. Nothing was charged.`,
    {
      limit: dailyCreditLimit,
      spent: spentCredits,
      required: costCredits,
      resetsAt: resetsAt.toISOString(),
    },
  )
}
