import { endpoints } from '@atelier/contract'
import { verifyChain } from '#credits'
import { behindKey } from '#http'

export const verifyCredits = behindKey(endpoints.verifyCredits, async ({ app, caller }) => ({
  status: 200,
  body: await verifyChain(app.db, caller.owner),
}))
