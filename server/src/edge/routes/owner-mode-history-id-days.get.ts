import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { loadResultDays } from '#learning/knowledge'

export const listResultDays = sessionRoute(endpoints.listResultDays, async ({ app, session, params }) => ({
  status: 200,
  body: { days: await loadResultDays(app.db, session.owner, params.id) },
}))
