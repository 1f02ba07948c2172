import { endpoints } from '@atelier/contract'
import { listKeys as list } from '#access/identity'
import { sessionRoute } from '#edge/http'

export const listKeys = sessionRoute(endpoints.listKeys, async ({ app, session }) => ({
  status: 200,
  body: { keys: await list(app.db, session.user.id) },
}))
