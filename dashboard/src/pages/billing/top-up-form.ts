import type { Billing, BillingBody } from '@atelier/contract'
import { readAmount, writeAmount } from '../../format/money.ts'
import { credits, readWhole } from '../../format/numbers.ts'

/** What the form holds, as it was typed. */
export type TopUpForm = { packId: string; below: string; ceiling: string }

type TopUpProblem = 'below' | 'ceiling'

/** The packs have one currency. */
export const currencyOf = ({ packs }: Pick<Billing, 'packs'>): string => packs[0]?.currency ?? ''

/** What was chosen before, as far as it still means the same. */
export function newTopUpForm(billing: Pick<Billing, 'packs' | 'topUp'>): TopUpForm {
  const { packs, topUp } = billing
  const currency = currencyOf(billing)
  const { packId, belowCredits, monthlyCeiling } = topUp
  const isSold = packs.some(({ id }) => id === packId)
  return {
    packId: (isSold ? packId : packs[0]?.id) ?? '',
    below: belowCredits === null ? '' : credits(belowCredits),
    ceiling:
      monthlyCeiling === null || topUp.currency !== currency ? '' : writeAmount(monthlyCeiling, currency),
  }
}

/** The body of the request, or which fields are wrong. A ceiling below the price would buy nothing. */
export function readTopUpForm(
  { packId, below, ceiling }: TopUpForm,
  billing: Pick<Billing, 'packs'>,
): { topUp: NonNullable<BillingBody['topUp']> } | { wrong: TopUpProblem[] } {
  const belowCredits = readWhole(below) ?? 0
  const monthlyCeiling = readAmount(ceiling, currencyOf(billing)) ?? 0
  const price = billing.packs.find(({ id }) => id === packId)?.amount ?? 1
  const wrong: TopUpProblem[] = []
  if (belowCredits < 1) wrong.push('below')
  if (monthlyCeiling < price) wrong.push('ceiling')
  return wrong.length > 0 ? { wrong } : { topUp: { packId, belowCredits, monthlyCeiling } }
}
