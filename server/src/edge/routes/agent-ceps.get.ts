import { CepsQuery, endpoints } from '@atelier/contract'
import { listCeps as list } from '#catalog/ceps'
import { keyRoute, parseQuery } from '#edge/http'

export const listCeps = keyRoute(endpoints.listCeps, async ({ app, caller, query }) => ({
  status: 200,
  body: { ceps: await list(app.db, caller.owner, parseQuery(CepsQuery, query)) },
}))
