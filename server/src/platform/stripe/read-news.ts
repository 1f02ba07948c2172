import type Stripe from 'stripe'
import type { News } from './fact.ts'
import { readNews } from './read-fact.ts'

type Intent = { id: string } & Partial<Pick<Stripe.PaymentIntent, 'latest_charge' | 'livemode'>>

/**
 * What an event would have said of what we read ourselves. The ids are made of what was read, so that reading
 * it twice says the same once.
 */
export function newsOfRead(intent: Intent | null | undefined, session?: Stripe.Checkout.Session): News[] {
  const charge = intent?.latest_charge
  const read = [
    session && { type: 'checkout.session.completed', object: session, livemode: session.livemode },
    intent?.livemode !== undefined && {
      type: 'payment_intent.succeeded',
      object: intent,
      livemode: intent.livemode,
    },
    charge &&
      typeof charge !== 'string' && { type: 'charge.succeeded', object: charge, livemode: charge.livemode },
  ]
  return read.flatMap((one) => {
    if (!one) return []
    const { type, object, livemode } = one
    const created = Math.floor(Date.now() / 1000)
    return readNews({ id: `read_${object.id}_${type}`, type, created, livemode, data: { object } }) ?? []
  })
}
