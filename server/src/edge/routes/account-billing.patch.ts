import { BillingBody, endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { changeBilling as change, requireStripe } from '#access/payments'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const changeBilling = sessionRoute(endpoints.changeBilling, async ({ app, session, body }) => {
  requireStripe(app)
  const asOwner = { ...app, db: asActor(app.db, actorOf(session)) }
  const changed = await change(asOwner, session.owner, parseFields(BillingBody, body(), 'body'))
  return { status: 200, body: { billing: changed, message: 'Saved.' } }
})
