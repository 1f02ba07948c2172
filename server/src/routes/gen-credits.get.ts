import { CreditsQuery, endpoints } from '@atelier/contract'
import { readCredits as read } from '#credits'
import { behindKey, readQuery } from '#http'

export const readCredits = behindKey(endpoints.readCredits, async ({ app, caller, query }) => ({
  status: 200,
  body: { ...(await read(app.db, caller.owner, readQuery(CreditsQuery, query))), budget: null },
}))
