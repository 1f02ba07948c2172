import { endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { readFactor, replaceRecoveryCodes as replace } from '#access/factors'
import { actorOf, sessionRoute } from '#edge/http'

export const replaceRecoveryCodes = sessionRoute(endpoints.replaceRecoveryCodes, async ({ app, session }) => {
  const recoveryCodes = await replace(asActor(app.db, actorOf(session)), session)
  const message = 'Store the recovery codes now: they are not shown again. The old ones stopped working.'
  return { status: 200, body: { factor: await readFactor(app.db, session.user.id), recoveryCodes, message } }
})
