import type Stripe from 'stripe'
import type { Client } from './client.ts'
import { newsOfRead } from './read-news.ts'
import type { CardAnswer, CardOrder } from './stripe.ts'
import { isUnknown } from './unavailable.ts'

const EXPAND = ['latest_charge']
const LIST_MAX = 100

/** Charges the card that was kept. The idempotency key makes a repeated call the same payment. */
export async function chargeCard(
  client: Client,
  { id, pack, customerId, methodId }: CardOrder,
): Promise<CardAnswer> {
  try {
    const intent = await client.paymentIntents.create(
      {
        amount: pack.amount,
        currency: pack.currency,
        customer: customerId,
        payment_method: methodId,
        off_session: true,
        confirm: true,
        description: pack.name,
        metadata: { checkout: id, kind: 'top_up' },
        expand: EXPAND,
      },
      { idempotencyKey: id },
    )
    return judge(intent)
  } catch (error) {
    return declinedOf(error)
  }
}

export const readCharge = async (client: Client, intentId: string): Promise<CardAnswer> =>
  judge(await client.paymentIntents.retrieve(intentId, { expand: EXPAND }))

export async function findCharge(
  client: Client,
  { customerId, orderId, since }: { customerId: string; orderId: string; since: Date },
): Promise<CardAnswer | undefined> {
  const query = { customer: customerId, created: { gte: Math.floor(since.getTime() / 1000) - 60 } }
  for await (const intent of client.paymentIntents.list({ ...query, limit: LIST_MAX }))
    if (intent.metadata.checkout === orderId) return readCharge(client, intent.id)
  return undefined
}

/** An intent that asks for its owner is no payment: nobody is there. */
function judge(intent: Stripe.PaymentIntent): CardAnswer {
  if (intent.status === 'succeeded') return { kind: 'paid', news: newsOfRead(intent) }
  if (intent.status === 'processing') return { kind: 'waiting', intentId: intent.id }
  return { kind: 'declined', why: intent.last_payment_error?.code ?? intent.status }
}

/** Nothing was charged: the card was declined, or it is not there any more. */
const DECLINED = ['StripeCardError', 'StripeInvalidRequestError']

function declinedOf(error: unknown): CardAnswer {
  const { type, code, decline_code: reason } = error as Stripe.errors.StripeError
  if (!DECLINED.includes(type) || isUnknown(error)) throw error
  return { kind: 'declined', why: reason ?? code ?? 'declined' }
}
