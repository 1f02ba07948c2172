import { endpoints } from '@atelier/contract'
import { revokeKey as revoke } from '#access/identity'
import { sessionRoute } from '#edge/http'

export const revokeKey = sessionRoute(endpoints.revokeKey, async ({ app, session, params }) => ({
  status: 200,
  body: {
    key: await revoke(app.db, session.user.id, params.id),
    message: 'Key revoked. It stops working within 5 s.',
  },
}))
