import { endpoints, PatternsQuery } from '@atelier/contract'
import { behindKey, readQuery } from '#edge/http'
import { readPatterns as read } from '#learning/knowledge'

export const readPatterns = behindKey(endpoints.readPatterns, async ({ app, caller, query }) => ({
  status: 200,
  body: await read(app.db, caller.owner, readQuery(PatternsQuery, query)),
}))
