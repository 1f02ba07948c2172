import { endpoints, ReviewBody } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { reviewNote as review } from '#learning/notes'
import { parseFields } from '#platform/refusal'

export const reviewNote = sessionRoute(endpoints.reviewNote, async ({ app, session, params, body }) => ({
  status: 200,
  body: await review(app.db, session.owner, params.id, parseFields(ReviewBody, body(), 'body').action),
}))
