import { DriftQuery, endpoints } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { loadDrift } from '#learning/knowledge'

export const readDrift = keyRoute(endpoints.readDrift, async ({ app, caller, query }) => ({
  status: 200,
  body: await loadDrift(app.db, caller.owner, parseQuery(DriftQuery, query)),
}))
