import { endpoints } from '@atelier/contract'
import { listSessions as list } from '#access/sessions'
import { sessionRoute } from '#edge/http'

export const listSessions = sessionRoute(endpoints.listSessions, async ({ app, session }) => ({
  status: 200,
  body: { sessions: await list(app.db, session) },
}))
