import { endpoints } from '@atelier/contract'
import { behindSession } from '#http'
import { readThresholds as read } from '#knowledge'

export const readThresholds = behindSession(endpoints.readThresholds, async ({ app, session }) => ({
  status: 200,
  body: {
    thresholds: await read(app.db, session.owner),
    message: 'From these on a result counts.',
  },
}))
