import { endpoints } from '@atelier/contract'
import { readNotices as read } from '#access/mail'
import { sessionRoute } from '#edge/http'

export const readNotices = sessionRoute(endpoints.readNotices, async ({ app, session }) => ({
  status: 200,
  body: { notices: await read(app.db, app.config, session.user.id) },
}))
