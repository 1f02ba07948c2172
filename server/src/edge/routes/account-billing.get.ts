import { endpoints } from '@atelier/contract'
import { readBilling as read } from '#access/payments'
import { sessionRoute } from '#edge/http'

export const readBilling = sessionRoute(endpoints.readBilling, async ({ app, session }) => ({
  status: 200,
  body: { billing: await read(app, session.owner) },
}))
