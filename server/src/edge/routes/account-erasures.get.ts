import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { listErasures as list } from '#privacy/erasures'

export const listErasures = sessionRoute(endpoints.listErasures, async ({ app, session }) => ({
  status: 200,
  body: { erasures: await list(app.db, session.user.id) },
}))
