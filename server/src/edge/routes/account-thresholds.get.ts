import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { readThresholds as read } from '#learning/knowledge'

export const readThresholds = sessionRoute(endpoints.readThresholds, async ({ app, session }) => ({
  status: 200,
  body: {
    thresholds: await read(app.db, session.owner),
    message: 'A result counts once it reaches these thresholds.',
  },
}))
