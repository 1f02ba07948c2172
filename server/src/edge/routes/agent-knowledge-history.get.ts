import { endpoints, HistoryQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { loadHistory } from '#learning/knowledge'

export const readHistory = keyRoute(endpoints.readHistory, async ({ app, caller, query }) => ({
  status: 200,
  body: await loadHistory(app.db, caller.owner, parseQuery(HistoryQuery, query)),
}))
