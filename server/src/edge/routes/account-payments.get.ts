import { endpoints, PageQuery } from '@atelier/contract'
import { listPayments as list, requireStripe } from '#access/payments'
import { parseQuery, sessionRoute } from '#edge/http'

export const listPayments = sessionRoute(endpoints.listPayments, async ({ app, session, query }) => {
  requireStripe(app)
  return { status: 200, body: await list(app.db, session.user.id, parseQuery(PageQuery, query)) }
})
