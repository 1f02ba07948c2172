import { endpoints, RotateBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { requireFreshPassword, rotateKey as rotate } from '#access/identity'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const rotateKey = sessionRoute(endpoints.rotateKey, async ({ app, session, params, body }) => {
  requireFreshPassword(session)
  const { graceHours } = parseFields(RotateBody, body(), 'body')
  const made = await rotate(asActor(app.db, actorOf(session)), session.user.id, params.id, graceHours)
  const old = graceHours === 0 ? 'no longer works' : `works for another ${graceHours} h`
  const message = `Key rotated. Store the new secret now: it is not shown again. The old one ${old}.`
  return { status: 200, body: { ...made, message } }
})
