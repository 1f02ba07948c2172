import { endpoints } from '@atelier/contract'
import { readChosenNotices } from '#access/payments'
import { sessionRoute } from '#edge/http'

export const readNotices = sessionRoute(endpoints.readNotices, async ({ app, session }) => ({
  status: 200,
  body: { notices: await readChosenNotices(app, session.user.id) },
}))
