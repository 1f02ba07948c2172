import { endpoints, PatternsQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { loadPatterns } from '#learning/knowledge'

export const readPatterns = keyRoute(endpoints.readPatterns, async ({ app, caller, query }) => ({
  status: 200,
  body: await loadPatterns(app.db, caller.owner, parseQuery(PatternsQuery, query)),
}))
