import { inject } from 'vitest'
import { newStripeControl } from '../../harness/doubles/index.ts'
import type { Visitor } from '../open-session.ts'
import type { SharedSystem } from '../use-shared-system.ts'

/** The double of Stripe that the shared system sells through. */
export const sharedStripe = () => newStripeControl(inject('shared').stripeUrl)

/** Buys a small pack and pays it. Returns the payment intent. */
export async function buyPack({ call }: SharedSystem, { headers }: Visitor): Promise<string> {
  const { body } = await call('POST', '/api/account/checkouts', { headers, body: { packId: 'small' } })
  return (await sharedStripe().act('pay', { session: body.checkout.url.split('/').at(-1) })).id
}
