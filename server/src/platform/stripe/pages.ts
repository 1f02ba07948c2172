import type { Client } from './client.ts'
import { newsOfRead } from './read-news.ts'
import { CustomerRemoved, type PageOrder, type PageState } from './stripe.ts'

/** A page that nobody has paid by then cannot be paid any more. Stripe takes 30 minutes at least. */
const OPEN_SECONDS = 3_600

export async function startPage(
  client: Client,
  { id, pack, customerId, keepsCard, successUrl, cancelUrl }: PageOrder,
): Promise<{ sessionId: string; url: string }> {
  const metadata = { checkout: id, kind: 'page' }
  const creating = client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: id,
      metadata,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: pack.currency,
            unit_amount: pack.amount,
            product_data: { name: pack.name },
          },
        },
      ],
      payment_intent_data: { metadata, ...(keepsCard && { setup_future_usage: 'off_session' as const }) },
      ...(customerId === null ? { customer_creation: 'always' as const } : { customer: customerId }),
      expires_at: Math.floor(Date.now() / 1000) + OPEN_SECONDS,
      success_url: successUrl,
      cancel_url: cancelUrl,
    },
    { idempotencyKey: id },
  )
  const session = await creating.catch((error) => {
    throw isOfCustomer(error) ? new CustomerRemoved() : error
  })
  if (!session.url) throw new Error(`the checkout session ${session.id} has no address`)
  return { sessionId: session.id, url: session.url }
}

const isOfCustomer = ({ code, param }: { code?: string; param?: string }): boolean =>
  code === 'resource_missing' && param === 'customer'

export async function readPage(client: Client, sessionId: string): Promise<PageState> {
  const session = await client.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  })
  if (session.status === 'expired') return { kind: 'ended' }
  if (session.status !== 'complete' || session.payment_status !== 'paid') return { kind: 'open' }
  const intent = session.payment_intent
  return { kind: 'paid', news: newsOfRead(typeof intent === 'string' ? { id: intent } : intent, session) }
}
