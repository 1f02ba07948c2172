import { endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { factorIsOff, removeFactor as remove } from '#access/factors'
import { actorOf, sessionRoute } from '#edge/http'

export const removeFactor = sessionRoute(endpoints.removeFactor, async ({ app, session }) => {
  await remove(asActor(app.db, actorOf(session)), session)
  return { status: 200, body: { factor: factorIsOff, message: 'The second factor is off.' } }
})
