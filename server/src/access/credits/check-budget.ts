import type { Caller } from '#access/identity'
import { Refusal } from '#platform/refusal'

/** The credit limits of a key. */
export type BudgetLimits = Pick<Caller, 'dailyCreditLimit' | 'perJobCreditLimit'>

/**
 * The refusal if a key must not spend this much more. `spentCredits` is the cost of the jobs that this key
 * submitted today, less refunds; `resetsAt` is the end of that day. The limit per job does not depend on the
 * day, so its refusal has `spent: 0` and no `resetsAt`.
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
