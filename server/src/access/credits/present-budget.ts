import type { BudgetLimits } from './check-budget.ts'

export type Budget = {
  dailyLimit: number | null
  dailySpent: number
  dailyRemaining: number | null
  perJobLimit: number | null
  resetsAt: string
}

/** What a key has spent of its limits today; null for a key without limits. */
export function presentBudget(
  { dailyCreditLimit, perJobCreditLimit }: BudgetLimits,
  spentCredits: number,
  resetsAt: Date,
): Budget | null {
  if (dailyCreditLimit === null && perJobCreditLimit === null) return null
  return {
    dailyLimit: dailyCreditLimit,
    dailySpent: spentCredits,
    dailyRemaining: dailyCreditLimit === null ? null : Math.max(0, dailyCreditLimit - spentCredits),
    perJobLimit: perJobCreditLimit,
    resetsAt: resetsAt.toISOString(),
  }
}
