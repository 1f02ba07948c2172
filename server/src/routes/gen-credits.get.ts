import { CreditsQuery, endpoints } from '@atelier/contract'
import { presentBudget, readCredits as read } from '#credits'
import { behindKey, readQuery } from '#http'
import { spentToday } from '#media'

export const readCredits = behindKey(endpoints.readCredits, async ({ app, caller, query }) => {
  const credits = await read(app.db, caller.owner, readQuery(CreditsQuery, query))
  const { spent, resetsAt } = await spentToday(app.db, caller.owner, caller.keyId)
  return { status: 200, body: { ...credits, budget: presentBudget(caller, spent, resetsAt) } }
})
