import { endpoints, HistoryQuery } from '@atelier/contract'
import { behindKey, readQuery } from '#edge/http'
import { loadHistory } from '#learning/knowledge'

export const readHistory = behindKey(endpoints.readHistory, async ({ app, caller, query }) => ({
  status: 200,
  body: await loadHistory(app.db, caller.owner, readQuery(HistoryQuery, query)),
}))
