import { endpoints } from '@atelier/contract'
import { verifyChain } from '#access/credits'
import { keyRoute } from '#edge/http'

export const verifyCredits = keyRoute(endpoints.verifyCredits, async ({ app, caller, signal }) => ({
  status: 200,
  body: await app.heavy.run(caller.owner.userId, signal, async (db) => {
    const check = await verifyChain(db, caller.owner, app.config.ledgerPublicKeys)
    app.metrics.countLedgerCheck('chain', check.valid ? 'valid' : 'broken')
    return check
  }),
}))
