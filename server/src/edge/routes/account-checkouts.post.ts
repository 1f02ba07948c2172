import { CheckoutBody, endpoints } from '@atelier/contract'
import { requireStripe, startCheckout as start } from '#access/payments'
import { sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const startCheckout = sessionRoute(endpoints.startCheckout, async ({ app, session, body }) => {
  requireStripe(app)
  const checkout = await start(app, session.user.id, parseFields(CheckoutBody, body(), 'body'))
  const message = 'Open url in a browser and pay there. The credits arrive within seconds of the payment.'
  return { status: 201, body: { checkout, message } }
})
