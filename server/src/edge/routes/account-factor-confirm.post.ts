import { ConfirmBody, endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { confirmFactor as confirm, readFactor } from '#access/factors'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const confirmFactor = sessionRoute(endpoints.confirmFactor, async ({ app, session, body }) => {
  const { code } = parseFields(ConfirmBody, body(), 'body')
  const db = asActor(app.db, actorOf(session))
  const recoveryCodes = await confirm(db, app.config.factorKeys, session, code)
  const message =
    'The second factor is on, and all other sessions have ended. Store the recovery codes now: they are ' +
    'not shown again.'
  return { status: 200, body: { factor: await readFactor(app.db, session.user.id), recoveryCodes, message } }
})
