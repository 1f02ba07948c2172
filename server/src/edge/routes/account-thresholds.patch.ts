import { endpoints, ThresholdsBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { actorOf, sessionRoute } from '#edge/http'
import { changeThresholds as change } from '#learning/knowledge'
import { parseFields } from '#platform/refusal'

export const changeThresholds = sessionRoute(endpoints.changeThresholds, async ({ app, session, body }) => ({
  status: 200,
  body: {
    thresholds: await change(
      asActor(app.db, actorOf(session)),
      session.owner,
      parseFields(ThresholdsBody, body(), 'body'),
    ),
    message: 'Thresholds saved. Every tier is computed again.',
  },
}))
