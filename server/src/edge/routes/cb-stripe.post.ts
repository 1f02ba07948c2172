import { receiveEvent as receive } from '#access/payments'
import { publicRoute } from '#edge/http'

/** The largest event of those that are read is a few dozen kilobytes. */
const BYTES_MAX = 524_288

/** Stripe reports here what became of payments. Not part of the interface: the signature is the key. */
const events = {
  method: 'POST',
  path: '/cb/stripe/{endpoint}',
  chapter: 'Service',
  summary: 'Stripe reports what became of a payment',
  auth: 'open',
  answer: { status: 200, description: 'Received' },
} as const

export const receiveStripeEvent = publicRoute(events, async ({ app, params, headers, readBytes }) => {
  const signature = headers['stripe-signature']
  await receive(app, params.endpoint, {
    readBody: () => readBytes(BYTES_MAX),
    signature: typeof signature === 'string' ? signature : undefined,
  })
  return { status: 200, body: { ok: true } }
})
