import { endpoints, HistoryQuery } from '@atelier/contract'
import { behindKey, readQuery } from '#edge/http'
import { readHistory as read } from '#learning/knowledge'

export const readHistory = behindKey(endpoints.readHistory, async ({ app, caller, query }) => ({
  status: 200,
  body: await read(app.db, caller.owner, readQuery(HistoryQuery, query)),
}))
