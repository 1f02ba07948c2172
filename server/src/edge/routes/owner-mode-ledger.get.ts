import { endpoints, LedgerQuery } from '@atelier/contract'
import { readLedger as read } from '#access/credits'
import { parseQuery, sessionRoute } from '#edge/http'

export const readLedger = sessionRoute(endpoints.readLedger, async ({ app, session, query }) => ({
  status: 200,
  body: await read(app.db, session.owner, parseQuery(LedgerQuery, query)),
}))
