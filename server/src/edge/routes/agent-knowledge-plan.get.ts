import { endpoints, PlanQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { planCreatives as plan } from '#learning/plans'

export const planCreatives = keyRoute(endpoints.planCreatives, async ({ app, caller, query }) => ({
  status: 200,
  body: await plan(app.db, caller.owner, parseQuery(PlanQuery, query)),
}))
