import { DriftQuery, endpoints } from '@atelier/contract'
import { behindKey, readQuery } from '#edge/http'
import { loadDrift } from '#learning/knowledge'

export const readDrift = behindKey(endpoints.readDrift, async ({ app, caller, query }) => ({
  status: 200,
  body: await loadDrift(app.db, caller.owner, readQuery(DriftQuery, query)),
}))
