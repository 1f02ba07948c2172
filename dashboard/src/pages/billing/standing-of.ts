import type { Payment } from '@atelier/contract'
import type { Tone } from '../../parts/glyph.tsx'

/** What became of a payment after it arrived. */
export type Standing = 'refunded' | 'partly' | 'inquiry' | 'disputed' | 'lost' | 'won'

export const standingTones = {
  refunded: 'wait',
  partly: 'wait',
  inquiry: 'warn',
  disputed: 'bad',
  lost: 'bad',
  won: 'good',
} as const satisfies Record<Standing, Tone>

type Told = Pick<Payment, 'amount' | 'refundedAmount' | 'disputeStatus'>

/** A payment can be refunded and disputed. Nothing: it stands as it was paid. */
export function standingsOf({ amount, refundedAmount, disputeStatus }: Told): Standing[] {
  const standings: Standing[] = []
  if (disputeStatus !== null) standings.push(disputeOf(disputeStatus))
  if (refundedAmount >= amount) standings.push('refunded')
  else if (refundedAmount > 0) standings.push('partly')
  return standings
}

/** In the words of Stripe: what begins with `warning_` has taken no money. */
function disputeOf(status: string): Standing {
  if (status.startsWith('warning_')) return 'inquiry'
  if (status === 'won' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'disputed'
}
