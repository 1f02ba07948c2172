import { endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { startFactor as start } from '#access/factors'
import { actorOf, sessionRoute } from '#edge/http'

export const startFactor = sessionRoute(endpoints.startFactor, async ({ app, session }) => ({
  status: 201,
  body: {
    ...(await start(asActor(app.db, actorOf(session)), app.config.factorKeys, session)),
    message: 'Add it to your authenticator, then confirm it with a code.',
  },
}))
