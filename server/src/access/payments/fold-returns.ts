import type { ReturnFact } from '#platform/stripe'

export type ToldReturn = { fact: ReturnFact; toldAt: Date }

/** What refunds and disputes of one payment add up to, in the smallest unit of its currency. */
export type Returns = { refunded: number; disputed: number; disputeStatus: string | null }

/**
 * Of each refund and each dispute the latest fact counts. The order in which facts arrived is of no
 * importance, and neither is how often.
 */
export function foldReturns(told: ToldReturn[]): Returns {
  const latest = new Map<string, ToldReturn>()
  for (const one of told) {
    const known = latest.get(one.fact.id)
    if (!known || isLater(one, known)) latest.set(one.fact.id, one)
  }
  const facts = [...latest.values()].map(({ fact }) => fact)
  const sumOf = (kind: ReturnFact['kind']) =>
    facts.filter((fact) => fact.kind === kind && fact.isCounted).reduce((sum, { amount }) => sum + amount, 0)
  const dispute = [...latest.values()]
    .filter(({ fact }) => fact.kind === 'dispute')
    .reduce<ToldReturn | undefined>((one, other) => (one && !isLater(other, one) ? one : other), undefined)
  return {
    refunded: sumOf('refund'),
    disputed: sumOf('dispute'),
    disputeStatus: dispute?.fact.status ?? null,
  }
}

/** Stripe tells times in seconds; within one, the stage decides. */
const isLater = (one: ToldReturn, other: ToldReturn): boolean =>
  one.toldAt.getTime() === other.toldAt.getTime()
    ? one.fact.stage > other.fact.stage
    : one.toldAt > other.toldAt

/** The credits of a returned amount; parts of a credit stay with the owner. All of it is all of them. */
export function reversedCredits(
  { credits, amount }: { credits: number; amount: number },
  { refunded, disputed }: Pick<Returns, 'refunded' | 'disputed'>,
): number {
  const returned = Math.min(amount, refunded + disputed)
  // A product of two large numbers.
  return Number((BigInt(credits) * BigInt(returned)) / BigInt(amount))
}
