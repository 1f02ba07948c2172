import { ErasureBody, endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { requireFreshPassword } from '#access/identity'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'
import { requestErasure as request } from '#privacy/erasures'

export const requestErasure = sessionRoute(endpoints.requestErasure, async ({ app, session, body }) => {
  const { subjectId } = parseFields(ErasureBody, body(), 'body')
  const { id: userId } = session.user
  if (subjectId === userId) requireFreshPassword(session)
  const asOwner = { ...app, db: asActor(app.db, actorOf(session)) }
  return { status: 201, body: await request(asOwner, { userId }, subjectId) }
})
