import { endpoints } from '@atelier/contract'
import { readFactor as read } from '#access/factors'
import { sessionRoute } from '#edge/http'

export const readFactor = sessionRoute(endpoints.readFactor, async ({ app, session }) => ({
  status: 200,
  body: { factor: await read(app.db, session.user.id) },
}))
