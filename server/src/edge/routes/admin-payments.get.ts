import { endpoints, PageQuery } from '@atelier/contract'
import { listAllPayments as list, requireStripe } from '#access/payments'
import { parseQuery, sessionRoute } from '#edge/http'

export const listAllPayments = sessionRoute(endpoints.listAllPayments, async ({ app, query }) => {
  requireStripe(app)
  return { status: 200, body: await list(app.db, parseQuery(PageQuery, query)) }
})
