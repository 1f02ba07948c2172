import { endpoints, KeyChange } from '@atelier/contract'
import { asActor } from '#access/audit'
import { changeKey as change, requireFreshPassword } from '#access/identity'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const changeKey = sessionRoute(endpoints.changeKey, async ({ app, session, params, body }) => {
  const changes = parseFields(KeyChange, body(), 'body')
  // What a key may spend, and for how long, outlives the session.
  if (Object.keys(changes).some((name) => name !== 'name')) requireFreshPassword(session)
  const key = await change(asActor(app.db, actorOf(session)), session.user.id, params.id, changes)
  return { status: 200, body: { key, message: 'Key changed. It applies within 5 s.' } }
})
