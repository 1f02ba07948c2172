import { endpoints, KeyBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { ensureTestAccount } from '#access/credits'
import { createKey as create, requireFreshPassword } from '#access/identity'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const createKey = sessionRoute(endpoints.createKey, async ({ app, session, body }) => {
  requireFreshPassword(session)
  const request = parseFields(KeyBody, body(), 'body')
  const db = asActor(app.db, actorOf(session))
  if (request.mode === 'test') await ensureTestAccount(db, session.user.id)
  const made = await create(db, session.user.id, request)
  return {
    status: 201,
    body: { ...made, message: 'Key created. Store the secret now: it is not shown again.' },
  }
})
