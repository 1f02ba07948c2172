import { endpoints, KeyChange } from '@atelier/contract'
import { asActor } from '#access/audit'
import { changeKey as change } from '#access/identity'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const changeKey = sessionRoute(endpoints.changeKey, async ({ app, session, params, body }) => {
  const db = asActor(app.db, actorOf(session))
  const key = await change(db, session.user.id, params.id, parseFields(KeyChange, body(), 'body'))
  return { status: 200, body: { key, message: 'Key changed. It applies within 5 s.' } }
})
