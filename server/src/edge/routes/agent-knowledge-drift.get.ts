import { DriftQuery, endpoints } from '@atelier/contract'
import { behindKey, readQuery } from '#edge/http'
import { readDrift as read } from '#learning/knowledge'

export const readDrift = behindKey(endpoints.readDrift, async ({ app, caller, query }) => ({
  status: 200,
  body: await read(app.db, caller.owner, readQuery(DriftQuery, query)),
}))
