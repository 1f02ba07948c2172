import { endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { revokeKey as revoke } from '#access/identity'
import { actorOf, sessionRoute } from '#edge/http'

export const revokeKey = sessionRoute(endpoints.revokeKey, async ({ app, session, params }) => ({
  status: 200,
  body: {
    key: await revoke(asActor(app.db, actorOf(session)), session.user.id, params.id),
    message: 'Key revoked. It stops working within 5 s.',
  },
}))
