import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { loadTimeline } from '#production/overview'

export const readTimeline = sessionRoute(endpoints.readTimeline, async ({ app, session, params }) => ({
  status: 200,
  body: await loadTimeline(app.db, session.owner, params.id),
}))
