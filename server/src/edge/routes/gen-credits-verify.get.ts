import { endpoints } from '@atelier/contract'
import { verifyChain } from '#access/credits'
import { behindKey } from '#edge/http'

export const verifyCredits = behindKey(endpoints.verifyCredits, async ({ app, caller }) => ({
  status: 200,
  body: await verifyChain(app.db, caller.owner),
}))
