import { endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { revokeInvitation as revoke } from '#access/members'
import { actorOf, sessionRoute } from '#edge/http'

export const revokeInvitation = sessionRoute(endpoints.revokeInvitation, async ({ app, session, params }) => {
  await revoke(asActor(app.db, actorOf(session)), params.id)
  const message = 'The invitation is revoked. Its link does not work any more.'
  return { status: 200, body: { message } }
})
