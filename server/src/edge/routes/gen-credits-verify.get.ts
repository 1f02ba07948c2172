import { endpoints } from '@atelier/contract'
import { verifyChain } from '#access/credits'
import { keyRoute } from '#edge/http'

export const verifyCredits = keyRoute(endpoints.verifyCredits, async ({ app, caller }) => ({
  status: 200,
  body: await verifyChain(app.db, caller.owner, app.config.ledgerPublicKeys),
}))
