import { CreditsQuery, endpoints } from '@atelier/contract'
import { readCredits as read } from '#access/credits'
import { keyRoute, parseQuery } from '#edge/http'
import { readBudget } from '#production/jobs'

export const readCredits = keyRoute(endpoints.readCredits, async ({ app, caller, query }) => {
  const credits = await read(app.db, caller.owner, parseQuery(CreditsQuery, query))
  const budget = await readBudget(app.db, caller)
  return { status: 200, body: { ...credits, budget, scopes: caller.scopes } }
})
