import { BillingBody, endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { requireFreshPassword } from '#access/identity'
import { changeBilling as change, requireStripe } from '#access/payments'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const changeBilling = sessionRoute(endpoints.changeBilling, async ({ app, session, body }) => {
  requireStripe(app)
  const changes = parseFields(BillingBody, body(), 'body')
  // What the card may be charged outlives the session, as what a key may spend does.
  if (changes.topUp) requireFreshPassword(session)
  const asOwner = { ...app, db: asActor(app.db, actorOf(session)) }
  const changed = await change(asOwner, session.owner, changes)
  return { status: 200, body: { billing: changed, message: 'Saved.' } }
})
